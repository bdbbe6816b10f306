/** The service of a Worker: its workspaces over R2, with HTTP and MCP in front of them. */
import { createFileContext } from "../../context/create-file-context.ts";
import type { FileContext } from "../../context/file-context.ts";
import { createMemoryTier } from "../../context/memory-tier.ts";
import { SharedWork } from "../../context/shared-tier/shared-work.ts";
import { createWorkerEngine } from "../../context/workers/worker-engine.ts";
import { createR2Store } from "../../storage/r2-store.ts";
import { toolset } from "../../tools/toolset.ts";
import { createHttpApp, type HttpApp } from "../http/create-http-app.ts";
import { createLazyMcpHandler } from "./lazy-mcp-handler.ts";
import type { WorkerSettings } from "./read-worker-settings.ts";
import type { WorkerProgram } from "./worker-program.ts";

/** What questions keep in the memory of an isolate, of which there are 128 MiB. */
const maximumKeptBytes = 64 * 1024 * 1024;

export interface WorkerService {
  readonly app: HttpApp;
  /** What is to be kept after an answer. */
  readonly shared: SharedWork;
}

/**
 * Opens the workspaces and makes their service. `isAlone`: this is the only place that answers for them, so that sessions, streams of
 * events and approvals can be kept in memory; elsewhere the next request may meet another isolate.
 */
export async function openWorkerService(
  { workspaces, access, hosts, origins, requestsPerMinute, configuration }: WorkerSettings,
  { scanner, version, buildId }: WorkerProgram,
  isAlone: boolean,
): Promise<WorkerService> {
  const memory = createMemoryTier(maximumKeptBytes);
  const engine = createWorkerEngine(scanner);
  const shared = new SharedWork(buildId);
  const contexts: Record<string, FileContext> = {};
  for (const [name, { bucket, ...options }] of Object.entries(workspaces)) {
    contexts[name] = await createFileContext(
      { ...options, store: createR2Store(bucket) },
      { toolset, engine, memory, shared },
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
  });
  return { app, shared };
}
