/** Streams of events by themselves: what a client asks for is what is made. */
import { expect, it } from "vitest";
import type { ChangeEvent } from "../../../src/context/file-context.ts";
import { createEventStreams, type EventStreams } from "../../../src/faces/http/event-streams.ts";

/** Events without an end, with how many were asked for and whether they were let go. */
function countedEvents(): { events: AsyncIterable<ChangeEvent>; seen: { asked: number; returned: number } } {
  const seen = { asked: 0, returned: 0 };
  const event = (): ChangeEvent => ({
    type: "state",
    time: "now",
    snapshot: `snapshot ${seen.asked}`,
    documentCount: 0,
    otherCount: 0,
  });
  const events: AsyncIterator<ChangeEvent> = {
    next: async () => {
      seen.asked++;
      return { done: false, value: event() };
    },
    return: async () => {
      seen.returned++;
      return { done: true, value: undefined };
    },
  };
  return { events: { [Symbol.asyncIterator]: () => events }, seen };
}

interface Opened {
  /** The next part as text; `undefined` at the end. */
  read(): Promise<string | undefined>;
  cancel(): Promise<void>;
  readonly seen: { readonly asked: number; readonly returned: number };
}

function open(streams: EventStreams, signal: AbortSignal = new AbortController().signal): Opened {
  const { events, seen } = countedEvents();
  const reader = streams.open({ actor: undefined, events, signal }).getReader();
  const decoder = new TextDecoder();
  return {
    read: async () => {
      const { value } = await reader.read();
      return value === undefined ? undefined : decoder.decode(value);
    },
    cancel: () => reader.cancel(),
    seen,
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("asks for an event when the client takes it, and not before", async () => {
  const streams = createEventStreams();
  const { read, cancel, seen } = open(streams);
  await turn();
  expect(seen.asked).toBe(0);
  for (let taken = 0; taken < 3; taken++) {
    await read();
    await turn();
    expect(seen.asked).toBe(taken);
  }
  await cancel();
  expect(seen).toEqual({ asked: 2, returned: 1 });
  streams.close();
  expect(seen.returned).toBe(1);
});

it("writes an event as its fields, each on a line", async () => {
  const { read, cancel } = open(createEventStreams({ retryMs: 50 }));
  expect(await read()).toBe("retry: 50\n\n");
  const data = '{"type":"state","time":"now","snapshot":"snapshot 1","documentCount":0,"otherCount":0}';
  expect(await read()).toBe(`id: snapshot 1\nevent: state\ndata: ${data}\n\n`);
  await cancel();
});

it("ends at once for a client that is gone, or on a server that ends", async () => {
  const streams = createEventStreams({ maximumStreams: 1 });
  const gone = open(streams, AbortSignal.abort());
  expect([await gone.read(), await gone.read()]).toEqual(["retry: 2000\n\n", undefined]);
  const abort = new AbortController();
  const going = open(streams, abort.signal);
  abort.abort();
  expect(going.seen.returned).toBe(1);
  streams.close();
  const late = open(streams);
  expect([await late.read(), await late.read()]).toEqual(["retry: 2000\n\n", undefined]);
  expect(late.seen).toEqual({ asked: 0, returned: 1 });
});
