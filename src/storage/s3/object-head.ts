/** What a bucket tells of an object beside its bytes, and what we tell it when we write one. */
import type { WriteMetadata } from "../file-store.ts";

/** An object as its headers describe it. */
export interface ObjectHead {
  /** Without quotes; `undefined` where the server names none. */
  readonly etag: string | undefined;
  /** As the bucket names it where it keeps versions; else `undefined`. */
  readonly versionId?: string | undefined;
  /** Bytes of the whole object. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** SHA-256 as hexadecimal, where our own note of it still belongs to the bytes. */
  readonly sha256: string | undefined;
  /**
   * The identities of the last writes, the oldest first: of each write by us since the object was made or somebody else wrote it. The first
   * may be a mark for what somebody else wrote. It tells a write whose answer was lost whether it was done, also when others went on from it.
   */
  readonly writes: readonly string[];
  /** What the last write of ours said of itself. */
  readonly metadata: WriteMetadata;
  /** Headers that a write which replaces the object sends again, since they are others' business. */
  readonly kept: Readonly<Record<string, string>>;
}

const ours = "x-amz-meta-graphdown-";
const foreign = "x-amz-meta-";
const keptNames = ["content-type", "cache-control", "content-disposition", "content-language", "expires"] as const;

/** Characters of the list of writes, and of one text that a caller gives, and of all metadata of an object (S3 takes 2,048). */
const maximumWritesCharacters = 700;
const maximumTextCharacters = 200;
const maximumMetadataCharacters = 2_000;

/** Reads the headers of an answer that describes a whole object or a part of it. */
export function readObjectHead(headers: Headers): ObjectHead {
  const etag = readETag(headers);
  const sha256 = headers.get(`${ours}sha256`) ?? "";
  // Who copies our metadata to other bytes makes another ETag. Where ETags are no MD5, the note is not to be trusted.
  const isAboutTheseBytes = etag !== undefined && headers.get(`${ours}md5`) === etag && /^[0-9a-f]{64}$/.test(sha256);
  const writes = (headers.get(`${ours}writes`) ?? "").split(",").filter((id) => id !== "");
  const versionId = headers.get("x-amz-version-id") ?? "null";
  return {
    etag,
    // "null" is that of any object which was written while none were kept.
    versionId: versionId === "null" ? undefined : versionId,
    size: sizeOf(headers),
    modified: readTime(headers.get("last-modified")),
    sha256: isAboutTheseBytes ? sha256 : undefined,
    writes,
    metadata: readMetadata(headers, sha256, writes.at(-1)),
    kept: Object.fromEntries(
      [...headers].filter(
        ([name, value]) =>
          (keptNames.includes(name as (typeof keptNames)[number]) ||
            (name.startsWith(foreign) && !name.startsWith(ours))) &&
          /^[\x20-\x7e]*$/.test(value),
      ),
    ),
  };
}

/** An ETag without its quotes. */
export function readETag(headers: Headers): string | undefined {
  const etag = unquoted(headers.get("etag") ?? "");
  return etag === "" ? undefined : etag;
}

/** A text without quotes around it. */
export function unquoted(etag: string): string {
  return etag.replace(/^"(.*)"$/, "$1");
}

/** Milliseconds since the epoch; 0 for what is no time. */
export function readTime(text: string | null | undefined): number {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? 0 : time;
}

/** What stands in the list of writes for an object that somebody else wrote. */
export function markOf(head: ObjectHead): string {
  return head.writes.at(-1) ?? `~${head.etag ?? ""}`;
}

/** Whether two heads are of the same write, and not only of the same bytes. */
export function isSameWrite(a: ObjectHead, b: ObjectHead): boolean {
  return a.etag === b.etag && markOf(a) === markOf(b);
}

/** What a write of ours says. */
export interface WriteNote {
  readonly writeId: string;
  /** Not known before all has been sent, where a file is sent in parts. */
  readonly sha256?: string | undefined;
  readonly md5?: string | undefined;
  readonly metadata: WriteMetadata | undefined;
  /** What is replaced; `undefined` where nobody looked. */
  readonly base: ObjectHead | undefined;
  readonly path: string;
}

/** The headers of a write. */
export function writeHeaders({ writeId, sha256, md5, metadata = {}, base, path }: WriteNote): Record<string, string> {
  const { actor, session, trace } = metadata;
  const headers: Record<string, string> = { "content-type": contentTypeOf(path), ...base?.kept };
  const notes = { sha256, md5, actor: shown(actor), session: shown(session), trace: shown(trace) };
  for (const [name, value] of Object.entries(notes)) if (value !== undefined) headers[ours + name] = value;
  const earlier = base === undefined ? [] : base.writes.length === 0 ? [markOf(base)] : base.writes;
  const room = maximumMetadataCharacters - `${ours}writes`.length - metadataCharacters(headers);
  headers[`${ours}writes`] = lastThatFit([...earlier, writeId], Math.min(room, maximumWritesCharacters));
  return headers;
}

/** The end of a list, as much as there is room for: always the last, which is the write itself. */
function lastThatFit(ids: readonly string[], room: number): string {
  let start = ids.length - 1;
  let length = (ids[start] as string).length;
  while (start > 0 && length + 1 + (ids[start - 1] as string).length <= room) {
    start--;
    length += 1 + (ids[start] as string).length;
  }
  return ids.slice(start).join(",");
}

function metadataCharacters(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => (name.startsWith(foreign) ? sum + name.length + value.length : sum),
    0,
  );
}

/** A text of a caller as a header can hold it. */
function shown(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // Half a surrogate pair can't be encoded; whole escapes only, so that it can be decoded.
  const encoded = encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));
  return encoded.length <= maximumTextCharacters
    ? encoded
    : encoded.slice(0, maximumTextCharacters).replace(/%[0-9A-F]?$/, "");
}

function readMetadata(headers: Headers, sha256: string, writeId: string | undefined): WriteMetadata {
  const text = (name: string): string | undefined => {
    const value = headers.get(ours + name);
    if (value === null) return undefined;
    try {
      return decodeURIComponent(value);
    } catch {
      // Cut within a character, or written by somebody else.
      return value;
    }
  };
  const [actor, session, trace] = ["actor", "session", "trace"].map(text);
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(session === undefined ? {} : { session }),
    ...(trace === undefined ? {} : { trace }),
    ...(sha256 === "" ? {} : { sha256 }),
    ...(writeId === undefined || writeId.startsWith("~") ? {} : { writeId }),
  };
}

/** The size of the whole object, also where only a part of it is sent. */
function sizeOf(headers: Headers): number {
  const range = /\/([0-9]+)$/.exec(headers.get("content-range") ?? "")?.[1];
  return Number(range ?? headers.get("content-length") ?? 0);
}

function contentTypeOf(path: string): string {
  if (/\.mdx?$|\.markdown$/i.test(path)) return "text/markdown; charset=utf-8";
  if (/\.txt$/i.test(path)) return "text/plain; charset=utf-8";
  return /\.jsonl?$/i.test(path) ? "application/json" : "application/octet-stream";
}
