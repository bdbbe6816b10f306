/** The shapes of answers, as the API's description gives them. */
import { z } from "@hono/zod-openapi";

type Schema = z.ZodType;

export const problemSchema: Schema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("What was wrong, and what was got"),
    code: z.string().describe("One of the codes of docs/errors.md"),
    path: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    next: z.string().optional().describe("What to do"),
  })
  .openapi("Problem");

export const approvalSchema: Schema = z
  .object({
    id: z.string(),
    state: z.enum(["pending", "approved", "denied", "used", "expired"]),
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    cut: z
      .record(z.string(), z.int())
      .optional()
      .describe(
        "Arguments of which only the beginning is shown, each with its characters in all; GET it by its id for the whole",
      ),
    argumentsHash: z.string(),
    targets: z.array(z.object({ path: z.string(), length: z.int().optional(), version: z.string().optional() })),
    diff: z.string().optional().describe("What would change"),
    actor: z.string().optional(),
    session: z.string().optional(),
    askedAt: z.string(),
    expiresAt: z.string(),
    answeredBy: z.string().optional(),
    next: z.string().optional().describe("What to do: only in the answer to the call that waits"),
  })
  .openapi("Approval");

export const approvalAnswerSchema: z.ZodType<{ approved: boolean; always?: "tool" | "arguments" | undefined }> = z
  .strictObject({
    approved: z.boolean(),
    always: z
      .enum(["tool", "arguments"])
      .optional()
      .describe("From now on without asking, for this caller and session: the tool, or just these arguments"),
  })
  .openapi("ApprovalAnswer");

export const approvalListSchema: Schema = z.object({ approvals: z.array(approvalSchema) }).openapi("ApprovalList");

export const toolListSchema: Schema = z
  .object({
    tools: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        effect: z.enum(["read", "write", "delete", "memory"]),
        annotations: z.record(z.string(), z.unknown()),
        inputSchema: z.record(z.string(), z.unknown()),
        outputSchema: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .openapi("ToolList");

export const writtenFileSchema: Schema = z
  .object({
    path: z.string(),
    version: z.string(),
    created: z.boolean(),
    previousLength: z.int().optional(),
  })
  .openapi("WrittenFile");

export const healthSchema: Schema = z
  .object({
    status: z.literal("ok"),
    version: z.string(),
    storage: z
      .array(
        z.object({
          name: z.string(),
          safeOpen: z.enum(["exact", "best_effort", "not_applicable"]),
          conditionalWrites: z.enum(["between_processes", "within_process", "none"]),
          history: z.boolean(),
          writable: z.boolean(),
        }),
      )
      .describe("What the storage of each workspace can promise"),
  })
  .openapi("Health");

export const resourceMetadataSchema: Schema = z
  .object({
    resource: z.string(),
    authorization_servers: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    bearer_methods_supported: z.array(z.string()),
  })
  .openapi("ProtectedResourceMetadata");
