/** One hash that stands for a whole snapshot. */
import { type HashFunction, portableSha256 } from "../base/hash.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { SnapshotFile } from "./snapshot.ts";

const encoder = new TextEncoder();

type DigestedFile = Pick<SnapshotFile, "path" | "sha256">;

/** A digest with what it was made of, so that the next one costs what has changed since. */
export interface SnapshotDigest {
  /**
   * 64 hexadecimal digits that differ whenever a document's path or bytes differ, or a path among the other files. Validators and times do
   * not count: the same content gives the same digest in every place.
   */
  readonly digest: string;
  readonly parts: DigestParts;
}

/** The parts of the last digest. */
export interface DigestParts {
  /** By their first file. */
  readonly files: ReadonlyMap<DigestedFile, DigestPart>;
  readonly others: { readonly paths: readonly LogicalPath[]; readonly digest: string };
}

interface DigestPart {
  readonly files: readonly DigestedFile[];
  readonly digest: string;
  /** Whether it ends because of its last file, and not because there are no further files. */
  readonly isClosed: boolean;
}

/**
 * Files are taken in parts. What a part ends with depends on the content of a file alone, so that a file that comes or goes leaves all
 * other parts as they are.
 *
 * @param files Sorted by path, as are `otherPaths`.
 * @param earlier Parts of another digest: those of which all files are the same objects are not hashed again.
 */
export function makeDigest(
  files: readonly DigestedFile[],
  otherPaths: readonly LogicalPath[],
  sha256: HashFunction = portableSha256,
  earlier?: DigestParts,
): SnapshotDigest {
  const hash = (text: string): string => sha256(encoder.encode(text));
  const parts = new Map<DigestedFile, DigestPart>();
  // No path holds a line break, so one line an entry can be read in one way only.
  let text = `${files.length}\n`;
  for (let at = 0; at < files.length; ) {
    const first = files[at] as DigestedFile;
    const known = earlier?.files.get(first);
    const part = known !== undefined && isAt(known, files, at) ? known : partFrom(files, at, hash);
    parts.set(first, part);
    text += `${part.digest}\n`;
    at += part.files.length;
  }
  const others =
    earlier !== undefined && isSame(earlier.others.paths, otherPaths)
      ? earlier.others
      : { paths: otherPaths, digest: hash(otherPaths.map((path) => `${path}\n`).join("")) };
  return { digest: hash(text + others.digest), parts: { files: parts, others } };
}

/** How many of 256 contents end a part. */
const endsOf256 = 4;

function partFrom(files: readonly DigestedFile[], from: number, hash: (text: string) => string): DigestPart {
  let text = "";
  for (let at = from; at < files.length; at++) {
    const { sha256, path } = files[at] as DigestedFile;
    text += `${sha256} ${path}\n`;
    if (Number.parseInt(sha256.slice(-2), 16) < endsOf256) {
      return { files: files.slice(from, at + 1), digest: hash(text), isClosed: true };
    }
  }
  return { files: files.slice(from), digest: hash(text), isClosed: false };
}

function isAt({ files: part, isClosed }: DigestPart, files: readonly DigestedFile[], from: number): boolean {
  const end = from + part.length;
  return (isClosed || end === files.length) && part.every((file, index) => file === files[from + index]);
}

function isSame<Item>(before: readonly Item[], now: readonly Item[]): boolean {
  return before === now || (before.length === now.length && now.every((item, at) => item === before[at]));
}
