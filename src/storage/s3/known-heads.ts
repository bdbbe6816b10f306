/** What has been learned of objects lately, so that it need not be asked again. It is only ever used together with an ETag. */
import type { ObjectHead } from "./object-head.ts";

/** Objects that are remembered: some hundred bytes each. */
const maximumHeads = 20_000;

/** The last that is known of each key. */
export class KnownHeads {
  readonly #heads = new Map<string, ObjectHead>();

  /** What was last seen of a key. It may be out of date. */
  last(key: string): ObjectHead | undefined {
    return this.#heads.get(key);
  }

  /** SHA-256 of the object that has this ETag, where it is known. */
  sha256Of(key: string, etag: string): string | undefined {
    const head = this.#heads.get(key);
    return head?.etag === etag ? head.sha256 : undefined;
  }

  /** Remembers an object; what is known of its hash already is added. Gives what is known now. */
  learn(key: string, head: ObjectHead): ObjectHead {
    const known = this.complete(key, head);
    this.#heads.delete(key);
    this.#heads.set(key, known);
    if (this.#heads.size > maximumHeads) this.#heads.delete(this.#heads.keys().next().value as string);
    return known;
  }

  /** An object with what is known of its hash, without remembering it: for older versions. */
  complete(key: string, head: ObjectHead): ObjectHead {
    const before = this.#heads.get(key);
    const isSame = head.etag !== undefined && before?.etag === head.etag;
    return isSame && head.sha256 === undefined ? { ...head, sha256: before?.sha256 } : head;
  }

  forget(key: string): void {
    this.#heads.delete(key);
  }
}
