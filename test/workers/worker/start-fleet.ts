/** A Worker whose workspaces have Durable Objects, with the settings that the pool's configuration gives both. */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { createWorker } from "../../../src/faces/worker/create-worker.ts";
import type { WorkerEnvironment } from "../../../src/faces/worker/worker-environment.ts";
import { program } from "./main.ts";

export const agent = "the-token-of-an-agent-that-writes";
export const person = "the-token-of-a-person-who-approves";
export const soleToken = "the-token-for-the-workspace-sole";

export interface Fleet {
  /** Sends a request, as the agent unless a token is given. */
  fetch(target: string | Request, init?: RequestInit & { readonly token?: string }): Promise<Response>;
}

/** Starts another isolate in front of the objects; all of them have the same objects behind them. */
export function startFleet(changed: Partial<Record<keyof WorkerEnvironment, unknown>> = {}): Fleet {
  const worker = createWorker(program);
  return {
    async fetch(target, { token = agent, ...init } = {}) {
      const request = new Request(typeof target === "string" ? `https://notes.example${target}` : target, init);
      if (!request.headers.has("authorization")) request.headers.set("authorization", `Bearer ${token}`);
      const context = createExecutionContext();
      const response = await worker.fetch(request, { ...env, ...changed } as WorkerEnvironment, context);
      await waitOnExecutionContext(context);
      return response;
    },
  };
}
