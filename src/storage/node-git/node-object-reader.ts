/** Reads objects of a repository through one `git cat-file --batch` that stays open. */
import { GraphdownError } from "../../base/errors.ts";
import { gitFailure, gitMissing } from "./node-git-failures.ts";
import { collectErrors, type GitProcess, type GitProgram, startGit } from "./node-git-program.ts";

/** What became of a name. */
export type FoundObject =
  | { readonly status: "found"; readonly object: GitObject }
  /** No object goes by the name, or the repository does not hold it. */
  | { readonly status: "missing" }
  /** The beginning of several hashes. */
  | { readonly status: "ambiguous" };

/** An object, with its content unless that is larger than was asked for. */
export interface GitObject {
  /** The hash, hexadecimal. */
  readonly id: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: Uint8Array | undefined;
}

interface Request {
  readonly name: string;
  readonly maximumBytes: number;
  readonly settle: (found: FoundObject) => void;
  readonly fail: (cause: unknown) => void;
}

/** Content that is being taken in. */
interface Body {
  readonly object: Omit<GitObject, "bytes">;
  readonly chunks: Buffer[] | undefined;
  remaining: number;
}

/** Names that are sent before their answers are there: enough to keep git busy, few enough to stop soon. */
const window = 128;

const newline = 0x0a;

/** The process starts with the first name and is started again when it has died. It does not keep our own process alive by itself. */
export class ObjectReader {
  readonly #where: GitProgram;
  /** In the order in which they were sent, which is that of the answers. */
  #requests: Request[] = [];
  #next = 0;
  #child: GitProcess | undefined;
  #partialHeader: Buffer[] = [];
  #body: Body | undefined;
  #isClosed = false;

  constructor(where: GitProgram) {
    this.#where = where;
  }

  /**
   * Reads one object by any name that git takes; the name must hold no line break. Content over `maximumBytes` is left out. When it is
   * aborted while git works on it, git is stopped too.
   */
  async read(
    name: string,
    { maximumBytes, signal }: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
  ): Promise<FoundObject> {
    let found: FoundObject | undefined;
    await this.readEach([name], { maximumBytes, signal }, (each) => {
      found = each;
    });
    return found as FoundObject;
  }

  /** Reads objects in the order of their names. What `visit` gets is only valid during its call; what it throws ends the reading. */
  readEach(
    names: readonly string[],
    { maximumBytes, signal }: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
    visit: (found: FoundObject, index: number) => void,
  ): Promise<void> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw closed();
    if (names.length === 0) return Promise.resolve();
    return new Promise<void>((resolve, reject) => {
      let sent = 0;
      let settled = 0;
      let isOver = false;
      const own = new Set<Request>();
      const end = (finish: () => void): void => {
        if (isOver) return;
        isOver = true;
        signal?.removeEventListener("abort", abort);
        finish();
      };
      const abort = (): void => {
        end(() => reject(signal?.reason));
        this.#drop(own);
      };
      const fail = (cause: unknown): void => end(() => reject(cause));
      const sendMore = (): void => {
        const to = Math.min(names.length, settled + window);
        const batch: Request[] = [];
        for (; sent < to; sent++) {
          const index = sent;
          const request: Request = {
            name: names[index] as string,
            maximumBytes,
            fail,
            settle: (found) => {
              own.delete(request);
              settled++;
              if (isOver) return;
              try {
                visit(found, index);
              } catch (cause) {
                fail(cause);
                return;
              }
              if (settled === names.length) end(resolve);
              // Half a window at a time, so that few writes carry many names.
              else if (sent < names.length && sent - settled <= window / 2) sendMore();
            },
          };
          own.add(request);
          batch.push(request);
        }
        this.#send(batch);
      };
      signal?.addEventListener("abort", abort, { once: true });
      sendMore();
    });
  }

  /** Ends the process. Whoever still waits gets an error. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    this.#failAll(closed());
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    hold(child);
    child.stdin.end();
    child.kill("SIGKILL");
    await ended;
  }

  #send(requests: readonly Request[]): void {
    if (requests.length === 0) return;
    this.#child ??= this.#start();
    const child = this.#child;
    if (this.#waiting === 0) hold(child);
    this.#requests.push(...requests);
    child.stdin.write(requests.map(({ name }) => `${name}\n`).join(""));
  }

  get #waiting(): number {
    return this.#requests.length - this.#next;
  }

  #start(): GitProcess {
    const child = startGit(this.#where, ["cat-file", "--batch"]);
    const errors = collectErrors(child);
    this.#partialHeader = [];
    this.#body = undefined;
    child.stdout.on("data", (chunk: Buffer) => {
      this.#take(chunk, child);
    });
    // A pipe that broke is told by the end of the process.
    child.stdin.on("error", () => {});
    child.once("error", (cause) => {
      if (this.#child === child) this.#failAll(gitMissing(cause));
    });
    child.once("close", () => {
      if (this.#child === child) this.#failAll(gitFailure(errors(), "read from the repository"));
    });
    return child;
  }

  #failAll(cause: unknown): void {
    const failed = this.#requests.slice(this.#next);
    this.#child = undefined;
    this.#requests = [];
    this.#next = 0;
    for (const { fail } of failed) fail(cause);
  }

  /** Forgets requests that nobody waits for. If git works on one of them, it is stopped, and the others are asked again. */
  #drop(dropped: ReadonlySet<Request>): void {
    const child = this.#child;
    const first = this.#requests[this.#next];
    if (child === undefined || first === undefined || !dropped.has(first)) return;
    const others = this.#requests.slice(this.#next).filter((request) => !dropped.has(request));
    this.#child = undefined;
    this.#requests = [];
    this.#next = 0;
    child.kill("SIGKILL");
    this.#send(others);
  }

  #take(chunk: Buffer, child: GitProcess): void {
    let at = 0;
    // Whoever is told of an object may give up, and another process takes over.
    while (at < chunk.length && this.#child === child) {
      if (this.#body !== undefined) {
        at = this.#takeBody(this.#body, chunk, at);
        continue;
      }
      const end = chunk.indexOf(newline, at);
      if (end === -1) {
        this.#partialHeader.push(chunk.subarray(at));
        return;
      }
      const header = Buffer.concat([...this.#partialHeader, chunk.subarray(at, end)]).toString();
      this.#partialHeader = [];
      at = end + 1;
      this.#takeHeader(header);
    }
  }

  #takeHeader(header: string): void {
    const found = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(header);
    if (found === null) {
      this.#settle({ status: header.endsWith(" ambiguous") ? "ambiguous" : "missing" });
      return;
    }
    const [, id, type, digits] = found as unknown as [string, string, string, string];
    const size = Number(digits);
    const isWanted = size <= (this.#requests[this.#next]?.maximumBytes ?? 0);
    // A line break follows the content.
    this.#body = { object: { id, type, size }, chunks: isWanted ? [] : undefined, remaining: size + 1 };
  }

  /** Takes what belongs to the object that is being read; gives the place behind it. */
  #takeBody(body: Body, chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + body.remaining);
    body.chunks?.push(chunk.subarray(at, end));
    body.remaining -= end - at;
    if (body.remaining > 0) return end;
    this.#body = undefined;
    const { chunks, object } = body;
    const whole = chunks && (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    this.#settle({ status: "found", object: { ...object, bytes: whole?.subarray(0, object.size) } });
    return end;
  }

  #settle(found: FoundObject): void {
    const request = this.#requests[this.#next++];
    if (this.#next === this.#requests.length) {
      this.#requests = [];
      this.#next = 0;
    }
    request?.settle(found);
    if (this.#waiting === 0 && this.#child !== undefined) release(this.#child);
  }
}

/** While an answer is waited for, the process keeps ours alive; otherwise it does not. */
function hold(child: GitProcess): void {
  child.ref();
  for (const pipe of pipesOf(child)) pipe.ref?.();
}

function release(child: GitProcess): void {
  child.unref();
  for (const pipe of pipesOf(child)) pipe.unref?.();
}

interface Pipe {
  ref?(): void;
  unref?(): void;
}

function pipesOf(child: GitProcess): readonly Pipe[] {
  return [child.stdin, child.stdout, child.stderr] as unknown as readonly Pipe[];
}

function closed(): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: "The repository was closed.",
    details: { operation: "read", reason: "closed" },
    next: "Open it again.",
  });
}
