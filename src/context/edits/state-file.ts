/** Small records of our own in the state folder of a store, each a file of JSON that is changed only over what was read. */
import { GraphdownError } from "../../base/errors.ts";
import { type LogicalPath, parseLogicalPath } from "../../base/logical-path.ts";
import { sleep } from "../../base/sleep.ts";
import { collectBytes } from "../../storage/byte-streams.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { statVersion } from "../../storage/file-version.ts";

/** How often a change is tried that others keep getting ahead of. */
const maximumAttempts = 50;
/** The longest wait before the second attempt; it grows by as much with each one. */
const waitMs = 5;
const maximumWaitMs = 250;

/** Records by key. */
export type StateRecords<Value> = Readonly<Record<string, Value>>;

/** One file of records. */
export class StateFile<Value> {
  readonly #store: FileStore;
  readonly #path: LogicalPath;

  /** @param name Below the state folder: segments of letters, digits and hyphens. */
  constructor(store: FileStore, name: string) {
    this.#store = store;
    this.#path = parseLogicalPath(`.graphdown/${name}.json`);
  }

  /** Whether there may be records, at the cost of one look. */
  async exists(): Promise<boolean> {
    return (await this.#store.stat(this.#path)) !== null;
  }

  async read(): Promise<StateRecords<Value>> {
    return (await this.#open())?.records ?? {};
  }

  /**
   * Changes the records, and again when somebody else was faster. The file goes when none is left. Work that gives back what it got writes
   * nothing, and neither does work that throws.
   */
  async change(work: (records: StateRecords<Value>) => StateRecords<Value>): Promise<StateRecords<Value>> {
    for (let attempt = 1; ; attempt++) {
      const present = await this.#open();
      const before = present?.records ?? {};
      const records = work(before);
      if (records === before) return records;
      try {
        await this.#write(records, present?.version);
        return records;
      } catch (cause) {
        if (attempt === maximumAttempts || !isConflict(cause)) throw cause;
        await sleep(Math.random() * Math.min(maximumWaitMs, attempt * waitMs), undefined);
      }
    }
  }

  async #open(): Promise<{ readonly records: StateRecords<Value>; readonly version: string } | undefined> {
    const opened = await this.#store.open(this.#path);
    if (opened === null) return undefined;
    const bytes = await collectBytes(opened.stream);
    return { records: parseRecords<Value>(new TextDecoder().decode(bytes)), version: statVersion(opened.entry) };
  }

  async #write(records: StateRecords<Value>, version: string | undefined): Promise<void> {
    if (Object.keys(records).length === 0) {
      if (version !== undefined) await this.#store.delete(this.#path, { ifVersion: version });
      return;
    }
    const condition = version === undefined ? { ifAbsent: true } : { ifVersion: version };
    await this.#store.put(this.#path, new TextEncoder().encode(JSON.stringify(records)), condition);
  }
}

/** A file that is damaged holds nothing: what it was for is lost, and nothing else with it. */
function parseRecords<Value>(text: string): StateRecords<Value> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as StateRecords<Value>) : {};
  } catch {
    return {};
  }
}

function isConflict(cause: unknown): boolean {
  return GraphdownError.isInstance(cause) && (cause.code === "version_conflict" || cause.code === "already_exists");
}
