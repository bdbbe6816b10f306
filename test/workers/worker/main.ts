/** The program whose Durable Objects the tests have, as `src/worker.ts` makes it. */
import scanner from "../../../src/documents/engines/scanner/scanner.wasm";
import { createWorker, type WorkerHandlers } from "../../../src/faces/worker/create-worker.ts";
import type { WorkerProgram } from "../../../src/faces/worker/worker-program.ts";
import { createWorkspaceObject, type WorkspaceObjectClass } from "../../../src/faces/worker/workspace-object.ts";

export const program: WorkerProgram = { scanner, buildId: "tests", version: "1.2.3" };

export const Workspace: WorkspaceObjectClass = createWorkspaceObject(program);

const worker: WorkerHandlers = createWorker(program);

export default worker;
