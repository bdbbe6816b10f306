/** The Durable Object of a workspace: the one place that answers for it, with its index warm, and all its writes one after the other. */
import { GraphdownError } from "../../base/errors.ts";
import { judgeTarget } from "../http/judge-target.ts";
import { respondWithFailure } from "../http/problem.ts";
import { drainBody } from "./drain-body.ts";
import { keepWork } from "./keep-work.ts";
import { openObjectRecords } from "./object-records.ts";
import { readWorkerSettings } from "./read-worker-settings.ts";
import type { ObjectState, WorkerEnvironment } from "./worker-environment.ts";
import type { WorkerProgram } from "./worker-program.ts";
import { openWorkerService, type WorkerService } from "./worker-service.ts";

/** An object that answers requests. */
export interface WorkspaceObject {
  fetch(request: Request): Promise<Response>;
}

/** What a Worker exports for the binding `WORKSPACES`. */
export type WorkspaceObjectClass = new (state: ObjectState, environment: WorkerEnvironment) => WorkspaceObject;

/**
 * Makes the class. An object knows its workspace from the first request, and checks that it is the object of that name. Nothing that it has
 * in memory is needed for an answer to be right: it can be evicted at any time, and approval requests are in its storage.
 */
export function createWorkspaceObject(program: WorkerProgram): WorkspaceObjectClass {
  return class implements WorkspaceObject {
    readonly #state: ObjectState;
    readonly #environment: WorkerEnvironment;
    /** Requests of one object may share a promise, other than those of a Worker. */
    #service: Promise<WorkerService> | undefined;

    constructor(state: ObjectState, environment: WorkerEnvironment) {
      this.#state = state;
      this.#environment = environment;
    }

    fetch(request: Request): Promise<Response> {
      const answered = this.#answer(request);
      this.#state.waitUntil(answered.then(() => this.#keepWork()));
      return answered;
    }

    async #answer(request: Request): Promise<Response> {
      try {
        const { pathname } = new URL(request.url);
        const { app } = await this.#serviceOf(judgeTarget(pathname).workspace ?? "default");
        return await app.fetch(request);
      } catch (cause) {
        return respondWithFailure(cause);
      } finally {
        await drainBody(request);
      }
    }

    /** Settings may be mended, and a bucket be there again: what could not be opened is tried anew by the next request. */
    #serviceOf(name: string): Promise<WorkerService> {
      this.#service ??= this.#open(name).catch((cause: unknown) => {
        this.#service = undefined;
        throw cause;
      });
      return this.#service;
    }

    async #open(name: string): Promise<WorkerService> {
      const { WORKSPACES } = this.#environment;
      if (WORKSPACES?.idFromName(name).toString() !== this.#state.id.toString()) throw notOfThisName(name);
      const settings = readWorkerSettings(this.#environment);
      const workspace = settings.workspaces[name];
      if (workspace === undefined) throw notOfThisName(name);
      const approvalRecords = await openObjectRecords(this.#state.storage, program.buildId);
      return openWorkerService({ ...settings, workspaces: { [name]: workspace } }, program, {
        place: { kind: "object", approvalRecords },
        builds: this.#environment.BUILDS,
      });
    }

    /** A service that could not be opened was told with the answer. */
    async #keepWork(): Promise<void> {
      const service = await this.#service?.catch(() => undefined);
      if (service !== undefined) await keepWork(service);
    }
  };
}

/** Two objects that both took themselves for the one of a workspace would each have a part of its approvals and sessions. */
function notOfThisName(name: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `This object is not the one of the workspace ${name}.`,
    details: { option: "WORKSPACES" },
    next: "Bind the objects as WORKSPACES, and let the Worker pass requests on: it names them after their workspaces.",
  });
}
