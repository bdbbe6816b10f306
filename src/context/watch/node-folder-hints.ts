/** Hints from the operating system that something in a folder on disk may have changed. */
import { type FSWatcher, watch } from "node:fs";
import { basename, join } from "node:path";
import { isDenied } from "../../base/denied-names.ts";
import type { HintSource } from "./change-hints.ts";

export interface FolderHintSettings {
  /** The folder that is watched, by its path on this machine. */
  readonly root: string;
  /**
   * Whether one listener hears of everything below a folder. Default: where the system does it, on macOS and Windows. Elsewhere each folder
   * that holds something visible has a listener of its own.
   */
  readonly recursive?: boolean | undefined;
}

/** Folders with a listener, since each one costs the system something and a user has only so many. Changes in others are seen by the clock. */
const maximumFolders = 1_024;

const isRecursive = process.platform === "darwin" || process.platform === "win32";

/**
 * Makes the source for one folder. What can't be listened to is left out without a word: the clock sees it too. The paths are only used to
 * listen; what is there is found out by looking, and never by what a hint says.
 */
export function createFolderHints({ root, recursive = isRecursive }: FolderHintSettings): HintSource {
  return (hint) => {
    const listeners = new Map<string, FSWatcher>();

    function stop(folder: string): void {
      listeners.get(folder)?.close();
      listeners.delete(folder);
    }

    function listen(folder: string): void {
      try {
        // The process may end although somebody listens: who waits for an event keeps it alive.
        const listener = watch(join(root, folder), { persistent: false, recursive }, (kind, name) => {
          // It may be the folder itself that went: one that takes its place needs a new listener.
          if (!recursive && kind === "rename" && name === basename(folder)) stop(folder);
          if (!recursive || !isNoise(name)) hint();
        });
        listeners.set(folder, listener);
        listener.on("error", () => stop(folder));
      } catch {
        // Removed meanwhile, or the user has no listener left.
      }
    }

    if (recursive) listen("");
    return {
      cover(folders) {
        if (recursive) return;
        for (const folder of [...listeners.keys()]) if (!folders.has(folder)) stop(folder);
        for (const folder of folders) {
          if (listeners.size >= maximumFolders) return;
          if (!listeners.has(folder)) listen(folder);
        }
      },
      close() {
        for (const folder of [...listeners.keys()]) stop(folder);
      },
    };
  };
}

/** Whether a hint is about what is never shown, such as our own records and those of git, which change all the time. */
function isNoise(name: string | null): boolean {
  return name !== null && isDenied(name.replaceAll("\\", "/"));
}
