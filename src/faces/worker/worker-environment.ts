/** What a Worker is given: bindings, variables and secrets by name, as `wrangler.toml` has them. */
import type { R2Bucket } from "../../storage/r2/r2-bucket.ts";

export interface WorkerEnvironment {
  /** The bucket that is meant where no configuration names one. */
  readonly BUCKET?: R2Bucket;
  /** What `graphdown.config.json` would hold, as JSON or as text; locations are `r2:BINDING` or `r2:BINDING/folder`. */
  readonly GRAPHDOWN_CONFIG?: unknown;
  /** Secret: lines as in a token file. */
  readonly GRAPHDOWN_TOKENS?: string;
  /** Secret: one token that reads and writes in every workspace. */
  readonly GRAPHDOWN_TOKEN?: string;
  readonly GRAPHDOWN_JWT_KEYS?: string;
  readonly GRAPHDOWN_JWT_ISSUER?: string;
  readonly GRAPHDOWN_JWT_AUDIENCE?: string;
  /** Names that are answered, origins of pages that may call: with commas in between. */
  readonly GRAPHDOWN_HOSTS?: string;
  readonly GRAPHDOWN_ORIGINS?: string;
  /** Requests a minute for each caller, counted by each isolate. */
  readonly GRAPHDOWN_RATE?: string;
  /** One object for each workspace, where it is bound. */
  readonly WORKSPACES?: WorkspaceNamespace;
}

/** The part of a namespace of Durable Objects that we use. */
export interface WorkspaceNamespace {
  idFromName(name: string): unknown;
  get(id: never): { fetch(request: Request): Promise<Response> };
}

/** What a request brings along besides its environment. */
export interface WorkerContext {
  /** Has the runtime go on until the promise is settled, also when the client has gone. */
  waitUntil(promise: Promise<unknown>): void;
}
