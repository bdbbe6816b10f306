/** `graphdown/worker-sparql`: the program of `graphdown/worker` that also runs SPARQL, at the price of a bundle several times as large. */
import * as oxigraph from "oxigraph/web_bg.wasm";
import { createWorker, type WorkerHandlers } from "./faces/worker/create-worker.ts";
import type { WorkerProgram } from "./faces/worker/worker-program.ts";
import { createWorkspaceObject, type WorkspaceObjectClass } from "./faces/worker/workspace-object.ts";
import { createWebOxigraph } from "./query/sparql/web-oxigraph.ts";
import { program as withoutSparql } from "./worker.ts";

/** A Worker's bundler hands WebAssembly over compiled, as a module's default; its types are those of an instance. */
const { default: wasm } = oxigraph as unknown as { readonly default: WebAssembly.Module };

/** What this build brings along, for `createWorker`. */
export const program: WorkerProgram = { ...withoutSparql, sparql: createWebOxigraph(wasm) };

/** The class for the binding `WORKSPACES`: one object for each workspace. */
export const Workspace: WorkspaceObjectClass = createWorkspaceObject(program);

const worker: WorkerHandlers = createWorker(program);

export default worker;
