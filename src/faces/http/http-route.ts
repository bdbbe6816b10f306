/** A route: what the API's description says of it, and how it answers. */
import type { RouteConfig } from "@hono/zod-openapi";
import type { Exchange } from "./exchange.ts";

export interface HttpRoute {
  /** Method, path and responses, with schemas. Not described where it is absent. */
  readonly config?: RouteConfig;
  readonly methods: readonly string[];
  /** As OpenAPI writes paths: `/v1/approvals/{id}`. */
  readonly path: string;
  /** A failure is thrown. */
  answer(exchange: Exchange): Promise<Response> | Response;
}
