/** Listens to changes for tests. */
import type { ChangeEvent, DifferenceEvent } from "../../../src/context/watch/change-event.ts";

export type Events = AsyncIterator<ChangeEvent, undefined>;

/** Begins to listen. */
export function listen(events: AsyncIterable<ChangeEvent>): Events {
  return events[Symbol.asyncIterator]() as Events;
}

/** The next event; its end is a fault. */
export async function next(events: Events): Promise<ChangeEvent> {
  const { done, value } = await events.next();
  if (done === true) throw new Error("There are no more events.");
  return value;
}

/** The lists of a change that hold something. */
export function listsOf(event: ChangeEvent): Partial<DifferenceEvent> {
  const { type, added, changed, removed, otherAdded, otherRemoved } = event as DifferenceEvent;
  if (type !== "change") throw new Error(`This is no change: ${JSON.stringify(event)}`);
  const lists = { added, changed, removed, otherAdded, otherRemoved };
  return Object.fromEntries(Object.entries(lists).filter(([, paths]) => paths.length > 0));
}

/**
 * What changes until a file is among it that was made for this, as one difference: how the steps before it are spread over events depends
 * on when somebody looked.
 */
export async function changesUntil(events: Events, last: string): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const event = await next(events);
    if (event.type !== "change") continue;
    const { added, changed, removed, otherAdded, otherRemoved } = event;
    for (const path of [...removed, ...otherRemoved]) seen.push(`- ${path}`);
    for (const path of changed) seen.push(`~ ${path}`);
    for (const path of [...added, ...otherAdded]) seen.push(`+ ${path}`);
    if (seen.includes(`+ ${last}`)) return seen;
  }
}
