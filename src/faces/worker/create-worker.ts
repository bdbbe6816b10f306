/** A Worker: answers requests over HTTP and MCP from the files of R2 buckets. */
import type { HttpApp } from "../http/create-http-app.ts";
import { respondWithFailure } from "../http/problem.ts";
import { readWorkerSettings } from "./read-worker-settings.ts";
import type { WorkerContext, WorkerEnvironment } from "./worker-environment.ts";
import type { WorkerProgram } from "./worker-program.ts";
import { openWorkerService } from "./worker-service.ts";

/** What a Worker's program exports as its default. */
export interface WorkerHandlers {
  fetch(request: Request, environment: WorkerEnvironment, context: WorkerContext): Promise<Response>;
}

/** Makes the handlers. Settings that are wrong are told with every answer. */
export function createWorker(program: WorkerProgram): WorkerHandlers {
  let service: HttpApp | undefined;

  /** No promise is handed from one request to another: it would end with the request that made it. */
  async function serviceOf(environment: WorkerEnvironment): Promise<HttpApp> {
    if (service !== undefined) return service;
    const opened = await openWorkerService(readWorkerSettings(environment), program, false);
    service ??= opened;
    return service;
  }

  async function answer(request: Request, environment: WorkerEnvironment): Promise<Response> {
    try {
      return await (await serviceOf(environment)).fetch(request);
    } catch (cause) {
      return respondWithFailure(cause);
    }
  }

  return {
    fetch(request, environment, context) {
      const answered = answer(request, environment);
      // What has begun is ended, so that nothing that requests share waits for one whose client has gone.
      context.waitUntil(answered);
      return answered;
    },
  };
}
