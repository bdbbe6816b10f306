/** Writes and deletes objects so that nothing is lost: on conditions that the server judges, and with every unclear outcome cleared up. */
import type { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { FileEntry, PutOptions } from "../file-store.ts";
import { KeyedQueue } from "../keyed-queue.ts";
import { unsupported } from "../store-errors.ts";
import { deleteObject } from "./delete-object.ts";
import { type FileBeginning, readBeginning } from "./file-parts.ts";
import type { ObjectCondition, ObjectWriterParts } from "./object-write.ts";
import { putObjectInParts } from "./put-object-in-parts.ts";
import { putWholeObject } from "./put-whole-object.ts";
import { holdsConditions } from "./s3-conditions.ts";

/** S3 takes no more in one request. */
const maximumSingleBytes = 5 * 1024 ** 3;

export class ObjectWriter {
  readonly #parts: ObjectWriterParts;
  /** Where the server does not hold all conditions and we are alone, they hold because writes of one file wait for each other. */
  readonly #queue: KeyedQueue | undefined;

  constructor(parts: ObjectWriterParts) {
    const { bucket, conditions } = parts;
    this.#parts = parts;
    const isHeld = holdsConditions(conditions) && conditions.delete && conditions.multipart;
    this.#queue = bucket.client.place.singleWriter && !isHeld ? new KeyedQueue() : undefined;
  }

  async put(
    path: LogicalPath,
    content: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions,
  ): Promise<FileEntry> {
    const { signal, ifVersion, ifAbsent = false } = options;
    signal?.throwIfAborted();
    const condition: ObjectCondition = ifVersion !== undefined ? { ifVersion } : ifAbsent ? { ifAbsent } : undefined;
    if (condition !== undefined) this.#requireConditions(path);
    const { partBytes } = this.#parts;
    // A copy, since the caller may go on to use its memory.
    const beginning =
      content instanceof Uint8Array ? { whole: content.slice() } : await readBeginning(content, partBytes, signal);
    const put = (): Promise<FileEntry> => this.#put(path, beginning, condition, options);
    try {
      return await (this.#queue === undefined ? put() : this.#queue.run(path, put, signal));
    } finally {
      // The sender is told where nobody reads on.
      if ("rest" in beginning) await beginning.rest.return();
    }
  }

  async delete(
    path: LogicalPath,
    { ifVersion, signal }: Pick<PutOptions, "ifVersion" | "signal">,
  ): Promise<true | "absent"> {
    signal?.throwIfAborted();
    const { bucket, conditions } = this.#parts;
    if (ifVersion !== undefined && !conditions.delete && !bucket.client.place.singleWriter)
      throw noConditionalDelete(path);
    const remove = (): Promise<true | "absent"> =>
      deleteObject(bucket, conditions, { path, ifVersion, retries: bucket.newRetries(signal) });
    return this.#queue === undefined ? remove() : this.#queue.run(path, remove, signal);
  }

  async #put(
    path: LogicalPath,
    beginning: FileBeginning,
    condition: ObjectCondition,
    options: PutOptions,
  ): Promise<FileEntry> {
    const { conditions, partBytes } = this.#parts;
    const mayBeInParts = condition === undefined || conditions.multipart;
    if ("whole" in beginning) {
      const { length } = beginning.whole;
      // Bytes that are in memory anyway go as one, where parts can't be put in place on a condition.
      const isSingle = length <= partBytes || (!mayBeInParts && length <= maximumSingleBytes);
      if (isSingle) return putWholeObject(this.#parts, path, beginning.whole, condition, options);
    }
    if (!mayBeInParts && this.#queue === undefined) throw noConditionalParts(path);
    return putObjectInParts(this.#parts, path, beginning, condition, options);
  }

  #requireConditions(path: LogicalPath): void {
    const { conditions } = this.#parts;
    if (holdsConditions(conditions) || this.#queue !== undefined) return;
    const what = conditions.put === "ignored" ? "ignores" : "refuses";
    throw unsupported(
      "no_conditional_writes",
      `This storage ${what} conditions on writes, so that two writers could overwrite each other unseen. Nothing was written.`,
      "Use a storage that holds conditions, or set singleWriter where nobody else writes.",
      path,
    );
  }
}

function noConditionalDelete(path: LogicalPath): GraphdownError {
  return unsupported(
    "no_conditional_delete",
    "This storage ignores conditions on deletions, so that a change by somebody else could be deleted unseen. Nothing was deleted.",
    "Delete it without naming a version, or set singleWriter where nobody else writes.",
    path,
  );
}

function noConditionalParts(path: LogicalPath): GraphdownError {
  return unsupported(
    "no_conditional_parts",
    "This storage ignores conditions on files that are sent in parts. Nothing was written.",
    "Give the file as bytes instead of a stream, or write it without a condition.",
    path,
  );
}
