/** Writers that count together on one file: each reads the number and writes the next one on condition that nobody did before. */

import { GraphdownError } from "../../src/base/errors.ts";
import { portableSha256 } from "../../src/base/hash.ts";
import { type LogicalPath, parseLogicalPath } from "../../src/base/logical-path.ts";
import { collectBytes } from "../../src/storage/byte-streams.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { hashVersion } from "../../src/storage/file-version.ts";

/** How many writers there are, how often each counts, and through which store. */
export interface CountingRun {
  readonly writers: number;
  readonly increments: number;
  /** One store for all, or one for each, as processes have. */
  readonly storeOf: (writer: number) => FileStore;
  /** Told of each failure that is no conflict; throws where it may not be. Default: none may be. */
  readonly onFailure?: (error: unknown) => void;
}

const counter: LogicalPath = parseLogicalPath("counts/counter.txt");
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Counts. Gives the number that was reached, and how many increments were said to be done. Two that count to the same number
 * want the same bytes, which is what must not count as the same write.
 */
export async function countTogether({ writers, increments, storeOf, onFailure }: CountingRun): Promise<{
  readonly reached: number;
  readonly acknowledged: number;
  readonly conflicts: number;
}> {
  await storeOf(0).put(counter, encode("0"));
  let acknowledged = 0;
  let conflicts = 0;
  const count = async (writer: number): Promise<void> => {
    const store = storeOf(writer);
    for (let done = 0; done < increments; ) {
      try {
        const text = await readText(store);
        const next = encode(`${Number.parseInt(text, 10) + 1}`);
        await store.put(counter, next, { ifVersion: hashVersion(portableSha256(encode(text))) });
        acknowledged++;
        done++;
      } catch (error) {
        if (GraphdownError.isInstance(error) && error.code === "version_conflict") conflicts++;
        else if (onFailure === undefined) throw error;
        else onFailure(error);
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => count(writer)));
  return { reached: Number.parseInt(await readText(storeOf(0)), 10), acknowledged, conflicts };
}

async function readText(store: FileStore): Promise<string> {
  const file = await store.open(counter);
  return new TextDecoder().decode(await collectBytes(file?.stream as ReadableStream<Uint8Array>));
}
