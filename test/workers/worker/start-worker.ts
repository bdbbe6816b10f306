/** A Worker in workerd, as `src/worker.ts` makes it. Each one that is started is an isolate of its own: it remembers nothing. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import scanner from "../../../src/documents/engines/scanner/scanner.wasm";
import { createWorker } from "../../../src/faces/worker/create-worker.ts";
import type { WorkerEnvironment } from "../../../src/faces/worker/worker-environment.ts";
import type { WorkerProgram } from "../../../src/faces/worker/worker-program.ts";
import { bucket } from "../storage/bucket.ts";

export const token = "a-token-that-reads-and-writes";

export const writable = { permissions: { write: true, delete: true }, approvals: "none" } as const;

export interface StartedWorker {
  /** Sends a request with the token, and waits for what the Worker does after its answer. */
  fetch(target: string | Request, init?: RequestInit): Promise<Response>;
}

/** Starts a Worker over the bucket of the tests; without other settings it may write. */
export function startWorker(
  environment: WorkerEnvironment & Readonly<Record<string, unknown>> = {},
  program: Partial<WorkerProgram> = {},
): StartedWorker {
  const worker = createWorker({ scanner, buildId: "tests", version: "1.2.3", ...program });
  const given = {
    BUCKET: bucket,
    GRAPHDOWN_TOKEN: token,
    GRAPHDOWN_CONFIG: { location: "r2:BUCKET", ...writable },
    ...environment,
  };
  return {
    async fetch(target, init) {
      const request = new Request(typeof target === "string" ? `https://notes.example${target}` : target, init);
      if (!request.headers.has("authorization")) request.headers.set("authorization", `Bearer ${token}`);
      const context = createExecutionContext();
      const response = await worker.fetch(request, given, context);
      await waitOnExecutionContext(context);
      return response;
    },
  };
}

/** The JSON of an answer that must have been given. */
export async function jsonOf<Value = Record<string, unknown>>(answer: Promise<Response>): Promise<Value> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text) as Value;
}
