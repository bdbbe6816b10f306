/** Parts that the descriptions of routes share. */
import type { RouteConfig } from "@hono/zod-openapi";
import { approvalSchema, problemSchema } from "./schemas.ts";

type Responses = RouteConfig["responses"];

const problem = {
  description: "A failure, as a problem document",
  content: { "application/problem+json": { schema: problemSchema } },
};

/** The failures that any route can end in. */
export const failures: Responses = { default: problem };

/** What a call of a tool can end in besides its answer. */
export const toolFailures: Responses = {
  202: {
    description: "The call waits for a person's approval; make it again when it is approved",
    headers: { Location: { description: "The approval request", schema: { type: "string" } } },
    content: { "application/json": { schema: approvalSchema } },
  },
  ...failures,
};
