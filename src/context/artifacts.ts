/** Answers that are too large to be inline, kept to be read in parts by the session that got them. */
import { GraphdownError } from "../base/errors.ts";
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import { type LogicalPath, parseLogicalPath } from "../base/logical-path.ts";
import { type FileRange, type ReadRangeOptions, readRange } from "../files/read-range.ts";
import type { FileStore } from "../storage/file-store.ts";
import { createMemoryStore } from "../storage/memory-store.ts";
import type { AnswerFile, Artifact } from "./tool-contract.ts";

/** The shelf of one file context. */
export interface Artifacts {
  /** Keeps a text for a session. */
  keep(what: KeepArtifact): Promise<Artifact>;
  /** Lines of one of the session's artifacts; `undefined` when the path is not that of one. */
  readRange(path: string, options: ReadRangeOptions & ArtifactReader): Promise<FileRange | undefined>;
}

/** Whose an artifact is: a session's, or of calls without one their actor's. */
export interface ArtifactOwner {
  readonly session: string | undefined;
  readonly actor: string | undefined;
}

export interface KeepArtifact extends ArtifactOwner {
  /** Whether the caller may write, so that what it asks for may take room on the disk. */
  readonly mayWrite: boolean;
  /** The id of the call, which names the file. */
  readonly call: string;
  readonly file: AnswerFile;
  readonly signal?: AbortSignal | undefined;
}

export interface ArtifactReader extends ArtifactOwner {
  readonly signal?: AbortSignal | undefined;
}

export interface ArtifactsSettings {
  /** Where artifacts of named sessions go; absent where nothing may be written: then all stay in memory. */
  readonly store?: FileStore | undefined;
  readonly limits: Limits;
  readonly sha256: HashFunction;
  /** Most bytes that stay in memory; the oldest go first. Default 64 MiB. */
  readonly maximumMemoryBytes?: number;
}

const root = "agent-file-memory";
/** Keeps copies of answers out of a repository, and lets notes of sessions in. */
const ignoreFile = { path: parseLogicalPath(`${root}/.gitignore`), content: "/.gitignore\n/*/artifacts/\n" } as const;
/** How a store says that a file which should be new is there. */
const taken: readonly string[] = ["already_exists", "version_conflict"];
const plain = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export function createArtifacts({
  store,
  limits,
  sha256,
  maximumMemoryBytes = 64 * 1024 * 1024,
}: ArtifactsSettings): Artifacts {
  const encoder = new TextEncoder();
  const memory = createMemoryStore();
  const held = new Map<LogicalPath, number>();
  let heldBytes = 0;

  /** A name that is one segment and that no other text gives. */
  const segment = (text: string): string =>
    plain.test(text) ? text : `h-${sha256(encoder.encode(text)).slice(0, 32)}`;
  // No session's name begins with `_`.
  const ofActor = (actor: string | undefined): string =>
    actor === undefined ? "_" : `_${sha256(encoder.encode(actor)).slice(0, 32)}`;
  const folderOf = ({ session, actor }: ArtifactOwner): string =>
    `${root}/${session === undefined ? ofActor(actor) : segment(session)}/artifacts`;

  let ignores = false;

  /** Leaves alone what is there already: a person may want the artifacts in the repository. */
  async function makeIgnoreFile(target: FileStore, signal: AbortSignal | undefined): Promise<void> {
    if (ignores) return;
    try {
      await target.put(ignoreFile.path, encoder.encode(ignoreFile.content), { ifAbsent: true, signal });
    } catch (error) {
      const isThere = GraphdownError.isInstance(error) && taken.includes(error.code);
      if (!isThere) throw error;
    }
    ignores = true;
  }

  async function hold(path: LogicalPath, bytes: Uint8Array): Promise<void> {
    heldBytes += bytes.length - (held.get(path) ?? 0);
    held.delete(path);
    held.set(path, bytes.length);
    for (const [oldest, size] of held) {
      if (heldBytes <= maximumMemoryBytes || oldest === path) return;
      held.delete(oldest);
      heldBytes -= size;
      await memory.delete(oldest);
    }
  }

  return {
    async keep({ call, file: { text, extension, mediaType }, mayWrite, signal, ...owner }) {
      const path = parseLogicalPath(`${folderOf(owner)}/${segment(call)}.${extension}`);
      const bytes = encoder.encode(text);
      const target = mayWrite && owner.session !== undefined ? (store ?? memory) : memory;
      if (target === store) await makeIgnoreFile(target, signal);
      await target.put(path, bytes, { signal });
      if (target === memory) await hold(path, bytes);
      return { path, mediaType, bytes: bytes.length, lines: text.split("\n").length };
    },
    async readRange(path, { session, actor, ...options }) {
      if (!path.startsWith(`${folderOf({ session, actor })}/`)) return undefined;
      const isHeld = held.has(path as LogicalPath);
      return readRange({ ...options, store: isHeld ? memory : (store ?? memory), limits, sha256, access, path });
    },
  };
}

/** The folder is reserved for everybody but its session, which was checked before. */
const access = { denied: [], reserved: [] };
