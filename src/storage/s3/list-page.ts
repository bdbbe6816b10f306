/** One page of a bucket's listing, checked: what is out of order, doubled or from elsewhere is never passed on. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { Retries } from "../remote/retries.ts";
import { decodeListedKey } from "./encode-key.ts";
import { readTime, unquoted } from "./object-head.ts";
import { childrenOf, textIn, type XmlElement } from "./read-xml.ts";
import type { S3Client } from "./s3-client.ts";
import type { S3Operation } from "./s3-failure.ts";

/** An object, or with a delimiter a group of objects that begin alike; as a whole key. */
export type ListedKey =
  | {
      readonly kind: "object";
      readonly key: string;
      readonly size: number;
      readonly etag: string | undefined;
      readonly modified: number;
    }
  | { readonly kind: "group"; readonly key: string };

export interface KeyPage {
  /** Sorted by code point. */
  readonly keys: readonly ListedKey[];
  /** Keys that are not UTF-8, as the server encodes them. */
  readonly unreadable: readonly string[];
  /** How to go on; `undefined` on the last page. */
  readonly next: PagePosition | undefined;
}

/** Where a page begins. Give one of them. */
export interface PagePosition {
  readonly token?: string | undefined;
  /** A whole key; what comes after it is listed. */
  readonly after?: string | undefined;
}

export interface PageRequest extends S3Operation {
  readonly prefix: string;
  readonly delimiter?: "/" | undefined;
  readonly position: PagePosition;
  /** The last key that an earlier page held: all keys of this one are behind it. */
  readonly behind: string | undefined;
  readonly maximumKeys: number;
  readonly retries: Retries;
}

/** How often a page that can't be right is asked for again. */
const maximumWrongPages = 3;

/** Asks for a page. `storage_failed` where the server can't be believed. */
export async function readKeyPage(client: S3Client, request: PageRequest): Promise<KeyPage> {
  const { operation, path, prefix, delimiter, position, maximumKeys, retries } = request;
  for (let wrongPages = 1; ; wrongPages++) {
    const answer = await client.askXml(
      {
        operation,
        path,
        retries,
        method: "GET",
        query: {
          "list-type": "2",
          "encoding-type": "url",
          "max-keys": String(maximumKeys),
          prefix: prefix === "" ? undefined : prefix,
          delimiter,
          "continuation-token": position.token,
          "start-after": position.after,
        },
      },
      "ListBucketResult",
    );
    // There is always a document, or the client had thrown: a bucket that is missing is no answer.
    const page = answer.result === undefined ? undefined : readPage(answer.result, request);
    if (page !== undefined && typeof page !== "string") return page;
    const reason = page ?? "malformed_answer";
    const failure = { reason, mayPass: wrongPages < maximumWrongPages, mayBeApplied: false };
    await client.waitAfter(request, failure);
  }
}

function readPage(
  document: XmlElement,
  request: PageRequest,
): KeyPage | "other_listing" | "outside_prefix" | "unordered_listing" | "endless_listing" {
  const { prefix, behind, position, delimiter } = request;
  const isEncoded = textIn(document, "EncodingType") === "url";
  const decode = (text: string): string | undefined => (isEncoded ? decodeListedKey(text) : text);
  if (!isAnswerTo(request, document, decode)) return "other_listing";
  const unreadable: string[] = [];
  const objects: ListedKey[] = [];
  for (const element of childrenOf(document, "Contents")) {
    const shown = textIn(element, "Key") ?? "";
    const key = decode(shown);
    if (key === undefined) unreadable.push(shown);
    else objects.push({ kind: "object", key, ...propertiesOf(element) });
  }
  const groups: ListedKey[] = [];
  for (const element of childrenOf(document, "CommonPrefixes")) {
    const shown = textIn(element, "Prefix") ?? "";
    const key = decode(shown);
    if (key === undefined) unreadable.push(shown);
    else groups.push({ kind: "group", key });
  }
  const isDeeper = ({ key }: ListedKey): boolean => key.indexOf("/", prefix.length) !== -1;
  if (delimiter === undefined ? groups.length > 0 : objects.some(isDeeper)) return "other_listing";
  if (!isAscending(objects) || !isAscending(groups)) return "unordered_listing";
  const keys = groups.length === 0 ? objects : [...objects, ...groups].sort((a, b) => compareCodePoints(a.key, b.key));
  if (!keys.every(({ key }) => key.startsWith(prefix))) return "outside_prefix";
  const [first] = keys;
  if (first !== undefined && behind !== undefined && compareCodePoints(first.key, behind) <= 0)
    return "unordered_listing";
  if (textIn(document, "IsTruncated") !== "true") return { keys, unreadable, next: undefined };
  const token = textIn(document, "NextContinuationToken");
  const last = keys.at(-1)?.key;
  // A page of keys that nobody can read may be all there is to it, but then it must lead on.
  if (last === undefined && (token === undefined || token === position.token)) return "endless_listing";
  return { keys, unreadable, next: token === undefined ? { after: last } : { token } };
}

/** Whether a page says nothing of itself that was not asked for. What was answered to others, or before, may look like a short listing. */
function isAnswerTo(
  { prefix, position }: PageRequest,
  document: XmlElement,
  decode: (text: string) => string | undefined,
): boolean {
  const told = textIn(document, "Prefix") ?? prefix;
  // Not every server encodes it as it does keys.
  if (told !== prefix && decode(told) !== prefix) return false;
  const token = textIn(document, "ContinuationToken") ?? "";
  return token === "" || token === position.token;
}

function propertiesOf(element: XmlElement): { size: number; etag: string | undefined; modified: number } {
  const etag = unquoted(textIn(element, "ETag") ?? "");
  return {
    size: Number(textIn(element, "Size") ?? 0),
    etag: etag === "" ? undefined : etag,
    modified: readTime(textIn(element, "LastModified")),
  };
}

function isAscending(keys: readonly ListedKey[]): boolean {
  return keys.every(({ key }, index) => index === 0 || compareCodePoints((keys[index - 1] as ListedKey).key, key) < 0);
}
