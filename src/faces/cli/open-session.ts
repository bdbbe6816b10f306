/** Opens the knowledge bases that a run of the command line works on. */
import { createFileContexts } from "../../context/create-file-contexts.ts";
import type { FileContext } from "../../context/file-context.ts";
import type { NodeFileContextOptions } from "../../context/node-context-options.ts";
import { createNodeFileContext } from "../../context/node-create-file-context.ts";
import type { CommandSession } from "./command.ts";
import { s3Access } from "./s3-access.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface SessionSettings {
  /** The root that was named, or the one of the environment; `undefined` for the configuration's, else this folder. */
  readonly root: string | undefined;
  readonly prefix: string | undefined;
  /** `--at`: a revision. */
  readonly at: string | undefined;
  /** `--verify`; what is no way to verify is refused when a context is made. */
  readonly verify: "stat" | "hash" | undefined;
  /** `--base-iri` and `--iri`; what the graph can't be made with is refused when a context is made. */
  readonly graph: { readonly baseIri: string | undefined; readonly iri: "path" | "id" | undefined };
  /** Where work is kept between runs; `undefined` for nowhere. */
  readonly cacheFolder: string | undefined;
  /** Files that are read as Markdown; `undefined` for the configuration's, else the default. */
  readonly markdownGlob: string | readonly string[] | undefined;
  /** `--config` and `--workspace`. */
  readonly config: string | undefined;
  /** Where a configuration is looked for. */
  readonly folder: string;
  readonly workspace: string | undefined;
  /** `--allow-write`: files may be written and deleted, whatever the configuration says. */
  readonly allowWrite: boolean;
  /** `--dry-run`: the command says what it would do, and nothing can be changed; so it needs no permission. */
  readonly dryRun: boolean;
  readonly terminal: Terminal;
  readonly json: boolean;
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the product; told when it is asked for. */
  readonly version: () => string;
  readonly readInput: () => Promise<string>;
}

/** What a command gets, with how to close it. */
export interface OpenedSession {
  readonly session: CommandSession;
  close(): Promise<void>;
}

type Options = NodeFileContextOptions & { readonly workspace: string };

/** A session whose knowledge bases are opened when a command asks for them, once. */
export function openSession(settings: SessionSettings): OpenedSession {
  const { terminal, json, signal, readInput } = settings;
  let opened: Promise<Readonly<Record<string, FileContext>>> | undefined;

  const session: CommandSession = {
    terminal,
    json,
    signal,
    environment: settings.environment,
    get version() {
      return settings.version();
    },
    readInput,
    async sources() {
      return { configuration: (await configurationOf(settings, settings.root))?.file, root: settings.root };
    },
    async place(location) {
      return (await described(settings, location))[0];
    },
    async open({ tools = json, location } = {}) {
      opened ??= described(settings, location).then(async ([chosen]) =>
        // Who types a command has decided; nobody is asked again.
        openEach([{ ...(settings.dryRun ? await forTrial(chosen) : chosen), approvals: "none" }], tools),
      );
      return Object.values(await opened)[0] as FileContext;
    },
    openAll({ approvals, onEvent, visibleFolders, ownFiles = [], thread }) {
      opened ??= served(settings).then(async (workspaces) => {
        const given = workspaces.map(async (each) => ({
          ...(await withoutFiles(ownFiles, each)),
          approvals: approvals ?? each.approvals ?? "writes",
          onEvent,
          thread,
          visibleFolders: visibleFolders?.(each),
        }));
        return openEach(await Promise.all(given), true);
      });
      return opened;
    },
  };

  async function openEach(
    workspaces: readonly Options[],
    tools: boolean,
  ): Promise<Readonly<Record<string, FileContext>>> {
    // The schemas of the tools take longer to load than most commands take to run.
    const toolset = tools ? (await import("../../tools/toolset.ts")).toolset : undefined;
    const byName = Object.fromEntries(workspaces.map(({ workspace, ...options }) => [workspace, options]));
    return createFileContexts(byName, (options) => createNodeFileContext(options, toolset));
  }

  return {
    session,
    close: async () => {
      // A context that failed to open has been reported by the command; there is nothing left to close.
      const contexts = await opened?.catch(() => undefined);
      for (const context of Object.values(contexts ?? {})) await context.close();
    },
  };
}

/** The one knowledge base of a command. */
async function described(settings: SessionSettings, location: string | undefined): Promise<readonly [Options]> {
  const root = location ?? settings.root;
  const configuration = await configurationOf(settings, root);
  if (configuration === undefined) return [withTyped(settings, { location: root ?? ".", workspace: "default" })];
  const { chooseWorkspace } = await import("./configuration/choose-workspace.ts");
  const chosen = chooseWorkspace(configuration, settings.workspace);
  const options = withTyped(settings, root === undefined ? chosen : { ...chosen, location: root });
  return [await withoutFiles([configuration.file], options)];
}

/** Everything is permitted, over a store in which nothing can be changed. */
async function forTrial({ location = ".", revision, prefix, s3, ...options }: Options): Promise<Options> {
  const [{ openLocation }, { createTrialStore }] = await Promise.all([
    import("../../storage/node-open-location.ts"),
    import("../../storage/trial-store.ts"),
  ]);
  const store = createTrialStore(await openLocation({ location, revision, prefix, s3, writable: true }));
  return { ...options, store, permissions: { ...options.permissions, write: true, delete: true } };
}

/** All knowledge bases of a server: those of the configuration, or the only one. */
async function served(settings: SessionSettings): Promise<readonly Options[]> {
  const configuration = await configurationOf(settings, settings.root);
  if (configuration === undefined || settings.root !== undefined || settings.workspace !== undefined) {
    return (await described(settings, undefined)).map((each) => ({ ...each, workspace: "default" }));
  }
  const workspaces = Object.entries(configuration.workspaces);
  return Promise.all(
    workspaces.map(([workspace, each]) =>
      withoutFiles([configuration.file], withTyped(settings, { ...each, workspace })),
    ),
  );
}

/** No tool may touch a file that decides what it may do, or that tells what was done. */
async function withoutFiles(files: readonly (string | undefined)[], options: Options): Promise<Options> {
  const { deniedNames } = await import("./configuration/denied-names.ts");
  const place = { ...options, location: options.location ?? "." };
  const names = files.flatMap((file) => (file === undefined ? [] : deniedNames(file, place)));
  return { ...options, denied: [...(options.denied ?? []), ...names] };
}

/** A configuration that nobody named is about the working folder, and not about another root. */
async function configurationOf({ config, folder, workspace }: SessionSettings, root: string | undefined) {
  if (config === undefined && workspace === undefined && root !== undefined) return undefined;
  const { readConfiguration, missingConfiguration } = await import("./configuration/read-configuration.ts");
  const configuration = await readConfiguration(config, folder);
  if (configuration === undefined && workspace !== undefined) throw missingConfiguration(workspace, root);
  return configuration;
}

/** What was typed goes before what the configuration says. */
function withTyped(settings: SessionSettings, options: Options): Options {
  const { prefix, at, verify, graph, cacheFolder, markdownGlob, allowWrite, terminal } = settings;
  return {
    ...options,
    prefix: prefix ?? options.prefix,
    revision: at,
    s3: s3Access(settings.environment),
    verify: verify ?? options.verify,
    graph: withGraph(options.graph, graph),
    cacheFolder,
    onCacheFailure: (cause) => terminal.note(`Nothing could be kept for the next run: ${reasonOf(cause)}`),
    selection: { ...options.selection, ...(markdownGlob === undefined ? {} : { markdownGlob }) },
    permissions: allowWrite ? { ...options.permissions, write: true, delete: true } : options.permissions,
    onProgress: (phase, done, total) => terminal.progress.report(phase, done, total),
  };
}

function withGraph(described: Options["graph"], { baseIri, iri }: SessionSettings["graph"]): Options["graph"] {
  if (baseIri === undefined && iri === undefined) return described;
  return { ...described, ...(baseIri === undefined ? {} : { baseIri }), ...(iri === undefined ? {} : { iri }) };
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
