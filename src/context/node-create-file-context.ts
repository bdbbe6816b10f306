/** Makes a file context on Node: locations, the native parser where it loads, the runtime's own hashing. */
import { hash } from "node:crypto";
import { realpathSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { GraphdownError } from "../base/errors.ts";
import type { HashFunction } from "../base/hash.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import { folderOfLocation } from "../storage/folder-of-location.ts";
import { gitLocationOf, openLocation, prefixPath } from "../storage/node-open-location.ts";
import { isS3Location } from "../storage/s3/parse-s3-location.ts";
import { type ContextParts, createFileContext, type EngineSource } from "./create-file-context.ts";
import type { FileContext } from "./file-context.ts";
import type { NodeFileContextOptions } from "./node-context-options.ts";
import type { Toolset } from "./toolset.ts";

const sha256: HashFunction = (bytes) => hash("sha256", bytes, "hex");

const mostParsingThreads = 16;

/** Fewer files are parsed before a thread is ready. */
const filesWorthThreads = 2_000;

/**
 * Threads that are used where nobody asks for them, on how many processors, and for how many files. A thread has to be warmed up, and takes
 * nearly twice as long for a file: one besides the one that asks, on two processors, gained nothing over 48,730 files of 225 MB, and lost a third of
 * the time over 9,746 of 45 MB.
 */
const usualThreads = { threads: 3, processors: 4, files: 20_000 } as const;

/** The engine of this process: loading it costs more than parsing most files. */
let sharedEngine: Promise<MarkdownEngine> | undefined;
const nodeEngine: EngineSource = () =>
  (sharedEngine ??= import("../documents/engines/node-default-engine.ts").then(({ loadDefaultEngine }) =>
    loadDefaultEngine(),
  ));

const nodeSparql: ContextParts["sparql"] = async (limits) =>
  (await import("../query/sparql/node-sparql-engine.ts")).createNodeSparqlEngine(limits);

/**
 * Makes a file context over a location or a store. A location that does not exist, both of them or none is `invalid_options`; what was
 * opened for a context that could not be made is closed again.
 */
export async function createNodeFileContext(options: NodeFileContextOptions, toolset?: Toolset): Promise<FileContext> {
  const {
    location,
    revision,
    prefix,
    store,
    s3,
    thread = false,
    cacheFolder,
    onCacheFailure,
    parsingThreads,
    ...rest
  } = options ?? {};
  if ((location === undefined) === (store === undefined)) throw notOnePlace(location);
  const settings = { ...rest, sha256: rest.sha256 ?? sha256 };
  const parts = { engine: nodeEngine, toolset, sparql: nodeSparql };
  if (store !== undefined && revision !== undefined) throw revisionOfStore();
  if (store !== undefined) return createFileContext({ ...settings, store, prefix }, parts);
  const { permissions = {} } = rest;
  const writable = permissions.write === true || permissions.delete === true;
  const opened = await openLocation({ location: location as string, revision, prefix, writable, s3 });
  try {
    const ownRevision = gitLocationOf({ location: location as string, revision })?.revision;
    const questions = thread ? await threadedQuestions(options) : undefined;
    // Where a thread answers, what is worth keeping is built there.
    const tier = questions === undefined ? await localTier(options) : undefined;
    return await createFileContext(
      { ...settings, store: opened },
      {
        ...parts,
        questions,
        tier,
        crew: parsingCrew(options),
        changeHints: folderHints(options),
        revisions: revisionsOf(options),
        revision: ownRevision,
      },
    );
  } catch (cause) {
    // The first failure is the one to tell; closing what nobody got is only tidying.
    await opened.close().catch(() => {});
    throw cause;
  }
}

/** What the system tells of changes in the folder, where there is one. */
function folderHints(options: NodeFileContextOptions): ContextParts["changeHints"] {
  const { location = "memory:", prefix = "" } = options;
  if (location === "memory:" || isRevision(options) || isS3Location(location)) return undefined;
  // The working folder may be another one by the time that somebody watches.
  const root = resolve(location, prefix);
  return async () => (await import("./watch/node-folder-hints.ts")).createFolderHints({ root });
}

/** The revisions of the folder, where it is one; whether it lies in a repository is seen when they are asked for. */
function revisionsOf({ location = "memory:", prefix }: NodeFileContextOptions): ContextParts["revisions"] {
  const folder = folderOfLocation(location);
  if (folder === undefined) return undefined;
  // The working folder may be another one by then.
  const root = resolve(folder);
  return async () => {
    const { openGitRevisions } = await import("../storage/node-git-store.ts");
    return openGitRevisions({ folder: root, prefix: prefixPath(prefix) });
  };
}

/** What keeps work between processes; `undefined` where nobody asks for it, or what is seen or parsed depends on code of the caller. */
async function localTier(options: NodeFileContextOptions): Promise<ContextParts["tier"]> {
  const { location = "memory:", prefix = "", cacheFolder, onCacheFailure, visibleFolders, engine } = options;
  if (cacheFolder === undefined || location === "memory:" || isRevision(options)) return undefined;
  // Texts of kept work are read at once, which takes a disk.
  if (isS3Location(location)) return undefined;
  if (visibleFolders !== undefined || engine !== undefined) return undefined;
  const { createLocalTiers } = await import("./local-tier/node-local-tier.ts");
  const place = join(realpathSync(location), prefix);
  return createLocalTiers({ folder: resolve(cacheFolder), location: place, onFailure: onCacheFailure });
}

/** What has questions answered by a thread; `undefined` where none could open the files. */
async function threadedQuestions(options: NodeFileContextOptions): Promise<ContextParts["questions"]> {
  const { location, revision, prefix, limits, denied, selection, verify, documents, graph, engine, visibleFolders } =
    options;
  const { cacheFolder, onCacheFailure, parsingThreads } = options;
  if (location === "memory:" || engine !== undefined || visibleFolders !== undefined) return undefined;
  // What gives credentials can't be handed to another thread.
  if (location !== undefined && isS3Location(location)) return undefined;
  const { createThreadedQuestions } = await import("./node-threaded-questions.ts");
  const places = { location, revision, prefix, cacheFolder };
  const settings = { ...places, limits, denied, selection, verify, documents, graph, parsingThreads };
  return (onProgress) => createThreadedQuestions(settings, onProgress, onCacheFailure);
}

/** What has threads read and parse; `undefined` where none could open the files, or would parse them otherwise. */
function parsingCrew(options: NodeFileContextOptions): ContextParts["crew"] {
  const { location = "memory:", prefix, engine, sha256, visibleFolders } = options;
  const isAsked = options.parsingThreads !== undefined;
  const usual = availableParallelism() < usualThreads.processors ? 0 : usualThreads.threads;
  const threads = options.parsingThreads ?? usual;
  const leastFiles = isAsked ? filesWorthThreads : usualThreads.files;
  if (!Number.isInteger(threads) || threads < 0 || threads > mostParsingThreads) throw wrongThreads(threads);
  if (threads === 0 || location === "memory:" || isRevision(options) || isS3Location(location)) return undefined;
  if (engine !== undefined || sha256 !== undefined || visibleFolders !== undefined) return undefined;
  // The working folder may be another one by the time that there is work.
  const root = resolve(location);
  return (settings) => async (files) => {
    if (files < leastFiles) return undefined;
    const { createParsingCrew } = await import("./parsing/node-parsing-crew.ts");
    return createParsingCrew({ ...settings, location: root, prefix, threads });
  };
}

/** Whether the files are those of a commit: nothing tells of changes there, and texts can't be read at once as kept work needs it. */
function isRevision({ location = "", revision }: NodeFileContextOptions): boolean {
  return gitLocationOf({ location, revision }) !== undefined;
}

function revisionOfStore(): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: "A revision was given for a store, which has none.",
    details: { option: "revision" },
    next: "Give the folder of a git repository as the location.",
  });
}

function wrongThreads(given: unknown): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `parsingThreads must be a whole number from 0 to ${mostParsingThreads}, and is ${JSON.stringify(given)}.`,
    details: { option: "parsingThreads" },
    next: "Leave it out for as many as suit the machine, or give 0 for none.",
  });
}

function notOnePlace(location: string | undefined): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `A file context needs a location or a store, and got ${location === undefined ? "neither" : "both"}.`,
    details: { option: "location" },
    next: 'Give location for a folder, such as "./notes", or store for one that is open already.',
  });
}
