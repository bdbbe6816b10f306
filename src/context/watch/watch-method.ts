/** The method of a file context that tells of changes. What it needs is loaded when it is first called: few programs ask. */
import type { HashFunction } from "../../base/hash.ts";
import type { Limits } from "../../base/limits.ts";
import type { DirectoryPath } from "../../base/logical-path.ts";
import { type AccessRules, checkFolder } from "../../files/access.ts";
import { resolveScope } from "../../files/file-scope.ts";
import { folderExists, folderNotFound } from "../../files/near-names.ts";
import type { SnapshotOptions } from "../../snapshot/snapshot-request.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { withinDeadline } from "../within-deadline.ts";
import type { ChangeEvent } from "./change-event.ts";
import type { HintSource } from "./change-hints.ts";
import type { Watcher } from "./create-watcher.ts";
import { resolveInterval, type WatchOptions } from "./watch-options.ts";

export interface WatchSettings {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly sha256: HashFunction;
  readonly access: AccessRules;
  readonly selection: SnapshotOptions;
  /** Loads what gives hints, where the place has some. */
  readonly hints: (() => Promise<HintSource>) | undefined;
}

/** The method, and how to end all that it has begun. */
export interface WatchMethod {
  watch(options?: WatchOptions): AsyncIterable<ChangeEvent>;
  close(): Promise<void>;
}

export function createWatchMethod(settings: WatchSettings): WatchMethod {
  const { limits, access } = settings;
  let watcher: Promise<Watcher> | undefined;
  let isClosed = false;

  async function begin(options: WatchOptions, returned: AbortSignal): Promise<AsyncIterator<ChangeEvent, undefined>> {
    const { signal, since } = options;
    const intervalMs = resolveInterval(options.intervalMs);
    const directory = checkFolder(options.directory ?? "", access);
    await withinDeadline({ timeoutMs: limits.operationTimeoutMs, signal }, (deadline) =>
      requireFolder(settings, directory, deadline.signal),
    );
    watcher ??= load(settings);
    const loaded = await watcher;
    // Closed while it was loaded, or before.
    if (isClosed) loaded.close();
    const events = loaded.listen({ directory, intervalMs, since, signal });
    if (returned.aborted) await events.return?.();
    return events;
  }

  return {
    watch: (options = {}) => ({
      [Symbol.asyncIterator]() {
        const returned = new AbortController();
        let events: Promise<AsyncIterator<ChangeEvent, undefined>> | undefined;
        return {
          async next() {
            events ??= begin(options, returned.signal);
            return (await events).next();
          },
          return: async () => {
            returned.abort();
            // What could not begin has been told to who asked for an event.
            await (await events?.catch(() => undefined))?.return?.();
            return { done: true, value: undefined };
          },
        };
      },
    }),
    async close() {
      isClosed = true;
      // One that could not be loaded has been told to who asked.
      (await watcher?.catch(() => undefined))?.close();
    },
  };
}

async function load({ hints, ...place }: WatchSettings): Promise<Watcher> {
  const [{ createWatcher }, { createLook }, source] = await Promise.all([
    import("./create-watcher.ts"),
    import("./look.ts"),
    hints?.(),
  ]);
  return createWatcher({ look: createLook(place), hints: source });
}

/** A folder that is misspelled would never change. */
async function requireFolder(place: WatchSettings, directory: DirectoryPath, signal: AbortSignal): Promise<void> {
  if (directory === "") return;
  const { store, limits, access } = place;
  if (await folderExists({ store, signal }, directory)) return;
  throw await folderNotFound(resolveScope({ store, limits, access, signal }), directory);
}
