/** A Worker: answers requests over HTTP and MCP from the files of R2 buckets. */
import { respondWithFailure } from "../http/problem.ts";
import { consumeBuilds } from "./consume-builds.ts";
import { keepWork } from "./keep-work.ts";
import { readWorkerSettings } from "./read-worker-settings.ts";
import type { BuildBatch, WorkerContext, WorkerEnvironment } from "./worker-environment.ts";
import type { WorkerProgram } from "./worker-program.ts";
import { openWorkerService, type WorkerService } from "./worker-service.ts";

/** What a Worker's program exports as its default. */
export interface WorkerHandlers {
  fetch(request: Request, environment: WorkerEnvironment, context: WorkerContext): Promise<Response>;
  /** Parses what was too much for one request. Settings that are wrong fail it, so that the queue brings the batch again. */
  queue(batch: BuildBatch, environment: WorkerEnvironment): Promise<void>;
}

/** Makes the handlers. Settings that are wrong are told with every answer. */
export function createWorker(program: WorkerProgram): WorkerHandlers {
  let service: WorkerService | undefined;

  /** No promise is handed from one request to another: it would end with the request that made it. */
  async function serviceOf(environment: WorkerEnvironment): Promise<WorkerService> {
    if (service !== undefined) return service;
    const { WORKSPACES: objects } = environment;
    const place = objects === undefined ? ({ kind: "isolate" } as const) : ({ kind: "front", objects } as const);
    const opened = await openWorkerService(readWorkerSettings(environment), program, {
      place,
      builds: environment.BUILDS,
    });
    service ??= opened;
    return service;
  }

  async function answer(request: Request, environment: WorkerEnvironment): Promise<Response> {
    try {
      return await (await serviceOf(environment)).app.fetch(request);
    } catch (cause) {
      return respondWithFailure(cause);
    }
  }

  return {
    fetch(request, environment, context) {
      const answered = answer(request, environment);
      // What has begun is ended, so that nothing that requests share waits for one whose client has gone.
      context.waitUntil(answered.then(() => service && keepWork(service)));
      return answered;
    },
    async queue(batch, environment) {
      await consumeBuilds(batch, await serviceOf(environment));
    },
  };
}
