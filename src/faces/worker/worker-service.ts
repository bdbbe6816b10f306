/** The service of a Worker: its workspaces over R2, with HTTP and MCP in front of them. */
import { createFileContext } from "../../context/create-file-context.ts";
import type { FileContext } from "../../context/file-context.ts";
import { createMemoryTier, type MemoryTier } from "../../context/memory-tier.ts";
import { SharedWork } from "../../context/shared-tier/shared-work.ts";
import { createSoleWriterStore } from "../../context/workers/sole-writer-store.ts";
import { createWorkerEngine } from "../../context/workers/worker-engine.ts";
import type { ApprovalRecords } from "../../guard/approvals/approval-records.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { createPrefixedStore } from "../../storage/prefixed-store.ts";
import { createR2Store } from "../../storage/r2-store.ts";
import { toolset } from "../../tools/toolset.ts";
import { createHttpApp, type HttpApp } from "../http/create-http-app.ts";
import { httpTools } from "../http/http-tools.ts";
import { askObject } from "./ask-object.ts";
import { createBuildQueue } from "./create-build-queue.ts";
import { createLazyMcpHandler } from "./lazy-mcp-handler.ts";
import type { WorkerSettings, WorkerWorkspace } from "./read-worker-settings.ts";
import type { BuildsBinding, WorkspaceNamespace } from "./worker-environment.ts";
import type { WorkerProgram } from "./worker-program.ts";

/** What questions keep in the memory of an isolate, of which there are 128 MiB. Objects of several workspaces may be in the same one. */
const isolateMemory: MemoryTier = createMemoryTier(64 * 1024 * 1024);

export interface WorkerService {
  readonly app: HttpApp;
  /** What is kept of each workspace, by name. */
  readonly shared: ReadonlyMap<string, SharedWork>;
}

/**
 * Where a service runs. `isolate`: one of many that answer for the same workspaces, so that nothing may depend on what it remembers.
 * `front`: the same, but each workspace has an object that answers for it. `object`: the only place that answers for its workspace, so
 * that sessions, streams of events and approvals are kept here.
 */
export type ServicePlace =
  | { readonly kind: "isolate" }
  | { readonly kind: "front"; readonly objects: WorkspaceNamespace }
  | { readonly kind: "object"; readonly approvalRecords: ApprovalRecords };

/** Opens the workspaces and makes their service. `builds`: where builds go that are too long for one request. Default: they are made whole. */
export async function openWorkerService(
  { workspaces, access, hosts, origins, requestsPerMinute, buildFiles, configuration }: WorkerSettings,
  { scanner, version, buildId, sparql }: WorkerProgram,
  { place, builds }: { readonly place: ServicePlace; readonly builds: BuildsBinding | undefined },
): Promise<WorkerService> {
  const engine = createWorkerEngine(scanner);
  const shared = new Map<string, SharedWork>();
  const isAlone = place.kind === "object";
  const contexts: Record<string, FileContext> = {};
  for (const [name, { bucket, prefix, isExclusive, ...options }] of Object.entries(workspaces)) {
    const store = storeOf({ bucket, prefix, isExclusive }, isAlone);
    const work = new SharedWork(buildId, { queue: builds && createBuildQueue(builds, name, buildFiles) });
    shared.set(name, work);
    contexts[name] = await createFileContext(
      { ...options, store },
      {
        toolset,
        faceTools: httpTools,
        engine,
        sparql,
        memory: isolateMemory,
        shared: work,
        isFront: place.kind === "front",
        ...(isAlone ? { approvalRecords: place.approvalRecords } : {}),
      },
    );
  }
  const app = createHttpApp({
    ...access,
    workspaces: contexts,
    allowedHosts: hosts,
    allowedOrigins: origins,
    requestsPerMinute,
    version,
    configuration,
    mcp: createLazyMcpHandler(async () => {
      const { createMcpHandler } = await import("../mcp/create-mcp-handler.ts");
      return createMcpHandler({ version, ...(isAlone ? {} : { maximumSessions: 0 }) });
    }),
    ...(isAlone ? {} : { eventStreams: false }),
    ...(place.kind === "front"
      ? { forward: (request: Request, workspace: string) => askObject(place.objects, workspace, request) }
      : {}),
  });
  return { app, shared };
}

/** The folder of a workspace. Its object has all writes go through itself, one after the other for each file. */
function storeOf(
  { bucket, prefix, isExclusive }: Pick<WorkerWorkspace, "bucket" | "prefix" | "isExclusive">,
  isAlone: boolean,
): FileStore {
  const whole = createR2Store(bucket);
  const store = prefix === undefined ? whole : createPrefixedStore(whole, prefix);
  return isAlone ? createSoleWriterStore(store, { isExclusive }) : store;
}
