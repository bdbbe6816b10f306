/** One folder of a repository, whatever the revision: commits, trees and content by their hashes. */
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { checkRevision } from "../check-revision.ts";
import type { ResolvedRevision } from "../revision-source.ts";
import { openBlobStream } from "./node-blob-stream.ts";
import { ambiguousRevision, folderNotInRevision, objectMissing, unknownRevision } from "./node-git-failures.ts";
import { findGitPlace, type GitPlace } from "./node-git-place.ts";
import { runGit } from "./node-git-program.ts";
import { type FoundObject, type GitObject, ObjectReader } from "./node-object-reader.ts";
import { parseTree, TreeListing } from "./tree-listing.ts";

/** A commit with the tree of the folder. */
export interface Moment extends ResolvedRevision {
  /** Hash of the folder's tree; `undefined` where the folder was not there. */
  readonly tree: string | undefined;
}

/** Commits and trees of ordinary repositories are far below. */
const maximumCommitBytes = 16 * 1024 * 1024;

const emptyListing = new TreeListing([], []);

export class GitRepository {
  readonly #place: GitPlace;
  readonly #objects: ObjectReader;
  #lastMoment: Moment | undefined;
  #lastListing: { readonly tree: string; readonly listing: Promise<TreeListing> } | undefined;

  private constructor(place: GitPlace) {
    this.#place = place;
    this.#objects = new ObjectReader(place.where);
  }

  /** @param prefix A folder below `folder`, which is the root then. */
  static async open(options: {
    readonly folder: string;
    readonly prefix?: LogicalPath | undefined;
    readonly program: string;
  }): Promise<GitRepository> {
    const { where, prefix } = await findGitPlace(options.folder, options.program);
    const whole = [prefix, options.prefix ?? ""].filter((part) => part !== "").join("/");
    return new GitRepository({ where, prefix: whole });
  }

  /** The commit that a revision names now, and the folder in it. */
  async moment(revision: string, signal?: AbortSignal): Promise<Moment> {
    const name = `${checkRevision(revision)}^{commit}`;
    const id = name.includes("@{") ? await this.#lookUp(name, signal) : name;
    const commit = id === undefined ? undefined : await this.#read(id, revision, signal);
    if (commit?.type !== "commit") throw unknownRevision(revision);
    if (this.#lastMoment?.commit === commit.id) return this.#lastMoment;
    const { prefix } = this.#place;
    const tree = await this.#read(prefix === "" ? `${commit.id}^{tree}` : `${commit.id}:${prefix}`, revision, signal);
    const moment: Moment = {
      commit: commit.id,
      time: commitTime(commit.bytes),
      tree: tree?.type === "tree" ? tree.id : undefined,
    };
    this.#lastMoment = moment;
    return moment;
  }

  /** The files of the folder; `not_found` with the revision as it was named where the folder was not there, unless it `mayBeMissing`. */
  listing(
    { tree }: Moment,
    {
      revision,
      mayBeMissing,
      signal,
    }: { readonly revision: string; readonly mayBeMissing: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<TreeListing> {
    if (tree === undefined) {
      if (mayBeMissing) return Promise.resolve(emptyListing);
      throw folderNotInRevision(revision);
    }
    if (this.#lastListing?.tree === tree) return this.#lastListing.listing;
    const args = ["ls-tree", "-r", "-z", "--long", "--full-tree", tree];
    const listing = runGit(this.#place.where, args, { operation: "list the tree", signal }).then(({ output }) =>
      parseTree(output),
    );
    this.#lastListing = { tree, listing };
    // One that failed or was given up is no answer for the next question.
    listing.catch(() => {
      if (this.#lastListing?.listing === listing) this.#lastListing = undefined;
    });
    return listing;
  }

  /** The newest common commit behind two; `undefined` where there is none. */
  async mergeBase(one: string, other: string, signal?: AbortSignal): Promise<string | undefined> {
    const { output, code } = await runGit(this.#place.where, ["merge-base", one, other], {
      operation: "find the common commit",
      signal,
      answers: [1],
    });
    return code === 0 ? output.toString().trim().split("\n")[0] : undefined;
  }

  /** Content by hashes, in their order; larger content is left out. */
  readBlobs(
    ids: readonly string[],
    options: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
    visit: (found: FoundObject, index: number) => void,
  ): Promise<void> {
    return this.#objects.readEach(ids, options, visit);
  }

  /** One content, whole. */
  async readBlob(id: string, path: LogicalPath, signal?: AbortSignal): Promise<Uint8Array> {
    const found = await this.#objects.read(id, { maximumBytes: Number.POSITIVE_INFINITY, signal });
    if (found.status !== "found" || found.object.bytes === undefined) throw objectMissing(path);
    return found.object.bytes;
  }

  /** One content as a stream, from `start` up to `end`, through a process of its own that keeps nobody else waiting. */
  streamBlob(
    id: string,
    range: { readonly start: number; readonly end: number; readonly signal?: AbortSignal | undefined },
  ): ReadableStream<Uint8Array> {
    return openBlobStream(this.#place.where, id, range);
  }

  close(): Promise<void> {
    return this.#objects.close();
  }

  /**
   * The hash behind a name that asks for the history or the upstream of a branch; `undefined` where there is none. Git ends where it finds no
   * such history, so it is asked by a process of its own: others wait for the answers of the reader.
   */
  async #lookUp(name: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    const args = ["rev-parse", "--verify", name];
    try {
      const { output } = await runGit(this.#place.where, args, { operation: "look up the revision", signal });
      return /^([0-9a-f]{40,64})\n$/.exec(output.toString())?.[1];
    } catch (cause) {
      if (!isNoSuchHistory(cause)) throw cause;
      return undefined;
    }
  }

  async #read(name: string, revision: string, signal: AbortSignal | undefined): Promise<GitObject | undefined> {
    const found = await this.#objects.read(name, { maximumBytes: maximumCommitBytes, signal });
    if (found.status === "ambiguous") throw ambiguousRevision(revision);
    return found.status === "found" ? found.object : undefined;
  }
}

/** Whether git said that there is nothing by the name, no such entry of a history, or no branch that the branch follows. */
function isNoSuchHistory(cause: unknown): boolean {
  if (!GraphdownError.isInstance(cause) || !(cause.cause instanceof Error)) return false;
  return /^fatal: (?:Needed a single revision|log for |.*\bupstream\b|no such branch|HEAD does not point to a branch|.*\bpush\b|.*\bremote\b)/m.test(
    cause.cause.message,
  );
}

/** When a commit says that it was committed, milliseconds since the epoch; 0 where it says nothing sensible. */
function commitTime(bytes: Uint8Array | undefined): number {
  const text = new TextDecoder("latin1").decode(bytes);
  const seconds = Number(/^committer .*> (\d{1,12})(?: |$)/m.exec(text.split("\n\n", 1)[0] as string)?.[1] ?? 0);
  return seconds * 1_000;
}
