/**
 * A store that speaks S3, in this process: strict about signatures, true to what AWS documents of conditional requests, listings, ranges,
 * versions and uploads in parts, and able to behave as worse stores do.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Account, type ReceivedRequest, signatureFault } from "./verify-signature.ts";

/** How a server misbehaves. All are off by default. */
export interface Misbehaviour {
  /** Takes every write, whatever its condition. */
  readonly ignoresConditions?: boolean;
  /** Answers 501 to every conditional write. */
  readonly refusesConditions?: boolean;
  /** Knows an ETag only without its quotes. */
  readonly unquotedETags?: boolean;
  /** Looks whether the condition holds, and writes a moment later. */
  readonly looksThenWrites?: boolean;
  readonly ignoresDeleteConditions?: boolean;
  readonly ignoresMultipartConditions?: boolean;
  /** Lets no `If-Match` pass where versions are kept. */
  readonly failsOnVersions?: boolean;
  /** ETags that are no MD5, as with encryption by a key service; or none. */
  readonly etags?: "opaque" | "none";
  readonly dropsMetadata?: boolean;
  /** Does not know `encoding-type`. */
  readonly plainListings?: boolean;
}

export interface S3ServerOptions extends Misbehaviour {
  readonly account?: Account;
  readonly bucket?: string;
  /** Most keys of a page. */
  readonly pageSize?: number;
  readonly versioning?: "on" | "suspended";
  readonly objectLock?: boolean;
  /** Its clock. */
  readonly now?: () => number;
}

interface StoredObject {
  readonly id: string;
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly modified: number;
  readonly isDeletion: boolean;
}

interface StartedUpload {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly initiated: number;
  readonly parts: Map<number, Buffer>;
}

/** A request that came, for tests that look at what is sent. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ReceivedRequest["headers"];
  readonly status: number;
}

export interface S3Server {
  readonly endpoint: string;
  /** Reaches the server without a connection, which is many times as fast. */
  readonly fetch: typeof fetch;
  readonly bucket: string;
  readonly account: Account;
  readonly requests: readonly SeenRequest[];
  /** What is in the bucket, by whole key. */
  keys(): string[];
  bytesOf(key: string): Buffer | undefined;
  headersOf(key: string): Readonly<Record<string, string>> | undefined;
  /** Everything that was ever written to a key, the oldest first, where versions are kept. */
  historyOf(key: string): string[];
  /** Writes as another program would. */
  write(key: string, content: string | Uint8Array, headers?: Readonly<Record<string, string>>): void;
  remove(key: string): void;
  uploads(): string[];
  /** Begins an upload in parts that somebody forgets. */
  startUpload(key: string, initiated: number): void;
  /** Changes the account, as when credentials expire. */
  setAccount(account: Account): void;
  close(): Promise<void>;
}

const defaultAccount: Account = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};

/** Starts a server on a free port of this machine. */
export async function startS3Server(options: S3ServerOptions = {}): Promise<S3Server> {
  const { bucket = "notes", now = Date.now } = options;
  let account = options.account ?? defaultAccount;
  const state = new BucketState(options);
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      const received = { method: request.method ?? "", url: request.url ?? "/", headers: Object.fromEntries(headers) };
      const { status, headers: sent, body } = await handle(received, Buffer.concat(chunks));
      response.writeHead(status, sent);
      response.end(request.method === "HEAD" ? undefined : body);
    });
  });

  async function handle(request: ReceivedRequest, body: Buffer): Promise<Answer> {
    const fault = signatureFault(request, body, account, now());
    const url = new URL(request.url, "http://host");
    const [, named = "", ...rest] = url.pathname.split("/");
    const answer: Answer =
      fault !== undefined
        ? refusal(fault.status, fault.code)
        : decodeURIComponent(named) !== bucket
          ? refusal(404, "NoSuchBucket")
          : await state.answer(request, url, decodeURIComponent(rest.join("/")), body);
    requests.push({ method: request.method, url: request.url, headers: request.headers, status: answer.status });
    const always = {
      date: new Date(now()).toUTCString(),
      "x-amz-request-id": randomBytes(8).toString("hex").toUpperCase(),
    };
    return { ...answer, headers: { ...answer.headers, ...always } };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  /** What `fetch` is, without a connection. */
  const direct: typeof fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const url = new URL(String(input));
    const method = init?.method ?? "GET";
    const headers = Object.fromEntries([...new Headers(init?.headers), ["host", url.host]]);
    const body = Buffer.from((init?.body as Uint8Array | undefined) ?? []);
    const answer = await handle({ method, url: url.pathname + url.search, headers }, body);
    const isBare = method === "HEAD" || answer.status === 204 || answer.status === 304;
    const content = typeof answer.body === "string" ? answer.body : new Uint8Array(answer.body ?? []);
    return new Response(isBare ? null : content, { status: answer.status, headers: answer.headers });
  };

  return {
    fetch: direct,
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    get account() {
      return account;
    },
    requests,
    keys: () => state.keys(),
    bytesOf: (key) => state.present(key)?.bytes,
    headersOf: (key) => state.present(key)?.headers,
    historyOf: (key) => state.history(key),
    write: (key, content, headers = {}) => {
      state.store(key, Buffer.from(content as Uint8Array), headers);
    },
    remove: (key) => {
      state.remove(key);
    },
    uploads: () => [...state.uploads.values()].map((upload) => upload.key),
    startUpload: (key, initiated) => {
      state.uploads.set(randomBytes(8).toString("hex"), { key, headers: {}, initiated, parts: new Map() });
    },
    setAccount: (next) => {
      account = next;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

class BucketState {
  readonly uploads = new Map<string, StartedUpload>();
  readonly #options: S3ServerOptions;
  readonly #objects = new Map<string, StoredObject[]>();
  #sorted: string[] | undefined;

  constructor(options: S3ServerOptions) {
    this.#options = options;
  }

  present(key: string): StoredObject | undefined {
    const last = this.#objects.get(key)?.at(-1);
    return last?.isDeletion === false ? last : undefined;
  }

  history(key: string): string[] {
    return (this.#objects.get(key) ?? []).filter(({ isDeletion }) => !isDeletion).map(({ bytes }) => bytes.toString());
  }

  keys(): string[] {
    this.#sorted ??= [...this.#objects.keys()].filter((key) => this.present(key) !== undefined).sort(compareBytes);
    return this.#sorted;
  }

  store(key: string, bytes: Buffer, headers: Readonly<Record<string, string>>, etag?: string): StoredObject {
    const { etags, versioning, now = Date.now } = this.#options;
    const isKept = versioning === "on";
    const object: StoredObject = {
      id: isKept ? randomBytes(12).toString("base64url") : "null",
      bytes,
      etag:
        etags === "opaque" ? randomBytes(16).toString("hex") : (etag ?? createHash("md5").update(bytes).digest("hex")),
      headers,
      modified: now(),
      isDeletion: false,
    };
    this.#add(key, object);
    return object;
  }

  remove(key: string, versionId?: string): void {
    const { versioning, now = Date.now } = this.#options;
    if (versionId !== undefined) {
      const left = (this.#objects.get(key) ?? []).filter((object) => object.id !== versionId);
      if (left.length === 0) this.#objects.delete(key);
      else this.#objects.set(key, left);
      this.#sorted = undefined;
    } else if (versioning === undefined) {
      this.#objects.delete(key);
      this.#sorted = undefined;
    } else {
      const id = versioning === "on" ? randomBytes(12).toString("base64url") : "null";
      this.#add(key, { id, bytes: Buffer.alloc(0), etag: "", headers: {}, modified: now(), isDeletion: true });
    }
  }

  #add(key: string, object: StoredObject): void {
    const before = this.present(key) !== undefined;
    const versions = this.#objects.get(key) ?? [];
    // Where versions are not kept, or no more, the one without an identity is replaced.
    this.#objects.set(key, [...versions.filter(({ id }) => id !== object.id || object.id !== "null"), object]);
    if (before === object.isDeletion) this.#sorted = undefined;
  }

  async answer(request: ReceivedRequest, url: URL, key: string, body: Buffer): Promise<Answer> {
    const query = url.searchParams;
    const { method } = request;
    if (key === "") return this.#bucketAnswer(method, query);
    if (method === "GET" || method === "HEAD") return this.#read(request, key, query);
    if (method === "PUT") {
      return query.has("partNumber") ? this.#part(query, body) : this.#put(request, key, body);
    }
    if (method === "DELETE") {
      return query.has("uploadId") ? this.#abort(query) : this.#delete(request, key, query);
    }
    if (method === "POST" && query.has("uploads")) return this.#begin(request, key);
    if (method === "POST" && query.has("uploadId")) return this.#complete(request, key, query, body);
    return refusal(405, "MethodNotAllowed");
  }

  #bucketAnswer(method: string, query: URLSearchParams): Answer {
    const { versioning, objectLock = false } = this.#options;
    if (method !== "GET") return refusal(405, "MethodNotAllowed");
    if (query.has("versioning")) {
      const status =
        versioning === undefined ? "" : `<Status>${versioning === "on" ? "Enabled" : "Suspended"}</Status>`;
      return document(
        `<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${status}</VersioningConfiguration>`,
      );
    }
    if (query.has("object-lock")) {
      if (!objectLock) return refusal(404, "ObjectLockConfigurationNotFoundError");
      return document(
        "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>",
      );
    }
    if (query.has("uploads")) return this.#listUploads(query);
    if (query.has("versions")) return this.#listVersions(query);
    return query.get("list-type") === "2" ? this.#list(query) : refusal(400, "InvalidArgument");
  }

  #list(query: URLSearchParams): Answer {
    const keys = this.keys();
    const prefix = query.get("prefix") ?? "";
    const delimiter = query.get("delimiter");
    const token = query.get("continuation-token");
    const after = token === null ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
    const count = Math.min(Number(query.get("max-keys") ?? 1_000), this.#options.pageSize ?? 1_000, 1_000);
    const isEncoded = query.get("encoding-type") === "url" && this.#options.plainListings !== true;
    const shown = (text: string): string => (isEncoded ? encodeListed(text) : escapeText(text));
    const rows: string[] = [];
    let last = "";
    let index = firstBehind(keys, after);
    if (prefix !== "") index = Math.max(index, firstAt(keys, prefix));
    let isTruncated = false;
    for (; index < keys.length; index++) {
      const key = keys[index] as string;
      if (!key.startsWith(prefix)) break;
      const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
      const group = end === -1 ? undefined : key.slice(0, end + 1);
      // A group that was listed already, on this page or before.
      if (group !== undefined && (group === last || group === after)) continue;
      if (rows.length === count) {
        isTruncated = true;
        break;
      }
      const object = this.present(key) as StoredObject;
      rows.push(
        group === undefined
          ? `<Contents><Key>${shown(key)}</Key><LastModified>${new Date(object.modified).toISOString()}</LastModified>${this.#etagRow(object)}<Size>${object.bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
          : `<CommonPrefixes><Prefix>${shown(group)}</Prefix></CommonPrefixes>`,
      );
      last = group ?? key;
    }
    // As AWS does, groups come behind objects.
    rows.sort((a, b) => Number(a.startsWith("<Common")) - Number(b.startsWith("<Common")));
    const next = isTruncated
      ? `<NextContinuationToken>${Buffer.from(last).toString("base64url")}</NextContinuationToken>`
      : "";
    const encoding = isEncoded ? "<EncodingType>url</EncodingType>" : "";
    const echo =
      (delimiter === null ? "" : `<Delimiter>${shown(delimiter)}</Delimiter>`) +
      (token === null ? "" : `<ContinuationToken>${token}</ContinuationToken>`);
    return document(
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><Prefix>${shown(prefix)}</Prefix>${encoding}${echo}<KeyCount>${rows.length}</KeyCount><MaxKeys>${count}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${rows.join("")}</ListBucketResult>`,
    );
  }

  #listVersions(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    const marker = query.get("key-marker");
    const markedId = query.get("version-id-marker");
    const count = Math.min(this.#options.pageSize ?? 1_000, 1_000);
    const all = [...this.#objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .sort(compareBytes)
      .flatMap((key) =>
        [...(this.#objects.get(key) ?? [])].reverse().map((object, index) => ({ key, object, isLatest: index === 0 })),
      );
    const start =
      marker === null ? 0 : 1 + all.findIndex(({ key, object }) => key === marker && object.id === markedId);
    const page = all.slice(start, start + count);
    const isTruncated = start + page.length < all.length;
    const rows = page.map(({ key, object, isLatest }) => {
      const row = `<Key>${encodeListed(key)}</Key><VersionId>${object.id}</VersionId><IsLatest>${isLatest}</IsLatest><LastModified>${new Date(object.modified).toISOString()}</LastModified>`;
      return object.isDeletion
        ? `<DeleteMarker>${row}</DeleteMarker>`
        : `<Version>${row}${this.#etagRow(object)}<Size>${object.bytes.length}</Size></Version>`;
    });
    const last = page.at(-1);
    const next =
      isTruncated && last !== undefined
        ? `<NextKeyMarker>${encodeListed(last.key)}</NextKeyMarker><NextVersionIdMarker>${last.object.id}</NextVersionIdMarker>`
        : "";
    return document(
      `<ListVersionsResult><EncodingType>url</EncodingType><IsTruncated>${isTruncated}</IsTruncated>${next}${rows.join("")}</ListVersionsResult>`,
    );
  }

  #listUploads(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    const rows = [...this.uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(
        ([id, { key, initiated }]) =>
          `<Upload><Key>${escapeText(key)}</Key><UploadId>${id}</UploadId><Initiated>${new Date(initiated).toISOString()}</Initiated></Upload>`,
      );
    return document(`<ListMultipartUploadsResult>${rows.join("")}</ListMultipartUploadsResult>`);
  }

  #etagRow({ etag }: StoredObject): string {
    return this.#options.etags === "none" ? "" : `<ETag>&quot;${etag}&quot;</ETag>`;
  }

  #describe(object: StoredObject): Record<string, string> {
    const { etags, versioning, dropsMetadata = false } = this.#options;
    return {
      ...(dropsMetadata ? {} : object.headers),
      ...(etags === "none" ? {} : { etag: `"${object.etag}"` }),
      ...(versioning === undefined ? {} : { "x-amz-version-id": object.id }),
      "last-modified": new Date(object.modified).toUTCString(),
      "accept-ranges": "bytes",
    };
  }

  #read(request: ReceivedRequest, key: string, query: URLSearchParams): Answer {
    const versionId = query.get("versionId");
    const object = versionId === null ? this.present(key) : this.#objects.get(key)?.find(({ id }) => id === versionId);
    if (object === undefined) return refusal(404, versionId === null ? "NoSuchKey" : "NoSuchVersion");
    if (object.isDeletion) return refusal(405, "MethodNotAllowed");
    const headers = this.#describe(object);
    const size = object.bytes.length;
    const range = /^bytes=([0-9]*)-([0-9]*)$/.exec(request.headers.range ?? "");
    if (range === null)
      return { status: 200, headers: { ...headers, "content-length": String(size) }, body: object.bytes };
    const [, from = "", to = ""] = range;
    const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
    const end = from === "" || to === "" ? size : Math.min(size, Number(to) + 1);
    if (start >= size)
      return {
        ...refusal(416, "InvalidRange"),
        headers: { "content-range": `bytes */${size}`, "content-type": "application/xml" },
      };
    const part = object.bytes.subarray(start, end);
    return {
      status: 206,
      headers: {
        ...headers,
        "content-range": `bytes ${start}-${end - 1}/${size}`,
        "content-length": String(part.length),
      },
      body: part,
    };
  }

  /** Why a conditional request is refused. */
  #judge(request: ReceivedRequest, key: string): Answer | undefined {
    const {
      ignoresConditions = false,
      refusesConditions = false,
      unquotedETags = false,
      failsOnVersions = false,
      versioning,
    } = this.#options;
    const ifNoneMatch = request.headers["if-none-match"];
    const ifMatch = request.headers["if-match"];
    if (ifNoneMatch === undefined && ifMatch === undefined) return undefined;
    if (refusesConditions) return refusal(501, "NotImplemented");
    if (ignoresConditions) return undefined;
    const present = this.present(key);
    if (ifNoneMatch !== undefined) {
      if (ifNoneMatch !== "*") return refusal(501, "NotImplemented");
      return present === undefined ? undefined : refusal(412, "PreconditionFailed");
    }
    if (present === undefined) return refusal(404, "NoSuchKey");
    const isFailing = failsOnVersions && versioning !== undefined;
    const given = unquotedETags ? ifMatch : ifMatch?.replace(/^"(.*)"$/, "$1");
    return given === present.etag && !isFailing ? undefined : refusal(412, "PreconditionFailed");
  }

  async #put(request: ReceivedRequest, key: string, body: Buffer): Promise<Answer> {
    const refused = this.#judge(request, key);
    if (this.#options.looksThenWrites === true) await new Promise((resolve) => setTimeout(resolve, 5));
    if (refused !== undefined) return refused;
    return this.#stored(this.store(key, body, keptHeaders(request)));
  }

  #stored(object: StoredObject): Answer {
    const { "last-modified": _, "accept-ranges": __, ...headers } = this.#describe(object);
    return { status: 200, headers: { ...headers, "content-length": "0" } };
  }

  #delete(request: ReceivedRequest, key: string, query: URLSearchParams): Answer {
    const refused = this.#options.ignoresDeleteConditions === true ? undefined : this.#judge(request, key);
    if (refused !== undefined) return refused;
    this.remove(key, query.get("versionId") ?? undefined);
    return { status: 204, headers: {} };
  }

  #begin(request: ReceivedRequest, key: string): Answer {
    const id = randomBytes(16).toString("hex");
    const { now = Date.now } = this.#options;
    this.uploads.set(id, { key, headers: keptHeaders(request), initiated: now(), parts: new Map() });
    return document(
      `<InitiateMultipartUploadResult><Key>${escapeText(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #part(query: URLSearchParams, body: Buffer): Answer {
    const upload = this.uploads.get(query.get("uploadId") ?? "");
    if (upload === undefined) return refusal(404, "NoSuchUpload");
    upload.parts.set(Number(query.get("partNumber")), body);
    return {
      status: 200,
      headers: { etag: `"${createHash("md5").update(body).digest("hex")}"`, "content-length": "0" },
    };
  }

  #abort(query: URLSearchParams): Answer {
    return this.uploads.delete(query.get("uploadId") ?? "")
      ? { status: 204, headers: {} }
      : refusal(404, "NoSuchUpload");
  }

  #complete(request: ReceivedRequest, key: string, query: URLSearchParams, body: Buffer): Answer {
    const id = query.get("uploadId") ?? "";
    const upload = this.uploads.get(id);
    if (upload?.key !== key) return refusal(404, "NoSuchUpload");
    const refused = this.#options.ignoresMultipartConditions === true ? undefined : this.#judge(request, key);
    if (refused !== undefined) return refused;
    const named = [
      ...body
        .toString()
        .matchAll(/<PartNumber>([0-9]+)<\/PartNumber><ETag>(?:&#34;)?([0-9a-f]{32})(?:&#34;)?<\/ETag>/g),
    ];
    const parts = named.map(([, number, etag]) => ({
      number: Number(number),
      etag,
      bytes: upload.parts.get(Number(number)),
    }));
    const sums = parts.map(({ bytes }) =>
      createHash("md5")
        .update(bytes ?? "")
        .digest(),
    );
    const isSound =
      parts.length > 0 &&
      parts.every(
        ({ number, etag, bytes }, index) =>
          number === index + 1 && bytes !== undefined && sums[index]?.toString("hex") === etag,
      );
    if (!isSound) return refusal(400, "InvalidPart");
    if (parts.slice(0, -1).some(({ bytes }) => (bytes as Buffer).length < 5 * 1024 * 1024))
      return refusal(400, "EntityTooSmall");
    this.uploads.delete(id);
    const etag = `${createHash("md5").update(Buffer.concat(sums)).digest("hex")}-${parts.length}`;
    const object = this.store(key, Buffer.concat(parts.map(({ bytes }) => bytes as Buffer)), upload.headers, etag);
    const { status, headers } = document("");
    const answer = `<CompleteMultipartUploadResult><Key>${escapeText(key)}</Key><ETag>&quot;${object.etag}&quot;</ETag></CompleteMultipartUploadResult>`;
    return { status, headers, body: answer };
  }
}

function document(text: string): Answer {
  return {
    status: 200,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
  };
}

/** With what real servers add, which nobody may pass on. */
function refusal(status: number, code: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>SECRET-MESSAGE</Message><AWSAccessKeyId>SECRET-KEY</AWSAccessKeyId><StringToSign>SECRET-TEXT</StringToSign></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body };
}

function keptHeaders(request: ReceivedRequest): Record<string, string> {
  const kept =
    /^(x-amz-meta-.*|x-amz-tagging|x-amz-server-side-encryption.*|content-type|cache-control|content-disposition|content-language|content-encoding|expires)$/;
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => kept.test(name))) as Record<
    string,
    string
  >;
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The index of the first key that is behind another one. */
function firstBehind(keys: readonly string[], key: string): number {
  return search(keys, (each) => compareBytes(each, key) > 0);
}

/** The index of the first key that is another one or behind it. */
function firstAt(keys: readonly string[], key: string): number {
  return search(keys, (each) => compareBytes(each, key) >= 0);
}

function search(keys: readonly string[], holds: (key: string) => boolean): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(keys[middle] as string)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** As AWS encodes keys: a blank as `+`, and `/` as it is. */
function encodeListed(key: string): string {
  return encodeURIComponent(key).replaceAll("%20", "+").replaceAll("%2F", "/");
}
