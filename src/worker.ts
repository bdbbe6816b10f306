/** `graphdown/worker`: a program for Cloudflare Workers, whole as its default export, and its parts for those who write their own. */
import buildId from "./build-id.txt";
import { createWorker, type WorkerHandlers } from "./faces/worker/create-worker.ts";
import type { WorkerProgram } from "./faces/worker/worker-program.ts";
import { createWorkspaceObject, type WorkspaceObjectClass } from "./faces/worker/workspace-object.ts";
import scanner from "./scanner.wasm";

export type { BuildPage } from "./context/shared-tier/build-pages.ts";
export { createWorker, type WorkerHandlers } from "./faces/worker/create-worker.ts";
export type {
  BuildBatch,
  BuildMessage,
  BuildsBinding,
  ObjectId,
  ObjectState,
  ObjectStorage,
  WorkerContext,
  WorkerEnvironment,
  WorkspaceNamespace,
} from "./faces/worker/worker-environment.ts";
export type { WorkerProgram } from "./faces/worker/worker-program.ts";
export {
  createWorkspaceObject,
  type WorkspaceObject,
  type WorkspaceObjectClass,
} from "./faces/worker/workspace-object.ts";
export type {
  R2Bucket,
  R2GetOptions,
  R2ListOptions,
  R2Object,
  R2ObjectBody,
  R2Objects,
  R2PutOptions,
} from "./storage/r2/r2-bucket.ts";
export { createR2Store, type R2StoreOptions } from "./storage/r2-store.ts";
export type { RetrySettings } from "./storage/remote/retries.ts";

declare const GRAPHDOWN_VERSION: string;

/** What this build brings along, for `createWorker`. */
export const program: WorkerProgram = { scanner, buildId, version: GRAPHDOWN_VERSION };

/** The class for the binding `WORKSPACES`: one object for each workspace. */
export const Workspace: WorkspaceObjectClass = createWorkspaceObject(program);

const worker: WorkerHandlers = createWorker(program);

export default worker;
