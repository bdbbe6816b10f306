/** A tool as data, with its schemas as JSON Schema: what lists of tools show. */
import { z } from "zod";
import type { ToolDefinition } from "../context/file-context.ts";
import type { ToolAnnotations, ToolEffect } from "../context/tool-contract.ts";
import { artifactAnswerSchema } from "./parameters.ts";

/** What a list of tools says of one. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly effect: ToolEffect;
  readonly annotations: ToolAnnotations;
  /** JSON Schema, draft 2020-12; the type is always `object`, which some hosts ask for. */
  readonly inputSchema: object;
  readonly outputSchema: object;
}

export function describeTool(tool: ToolDefinition): ToolDescription {
  const { name, description, effect, annotations } = tool;
  return {
    name,
    description,
    effect,
    annotations,
    inputSchema: { type: "object", ...toJsonSchema(tool.inputSchema, "input") },
    outputSchema: { type: "object", ...toJsonSchema(answerSchema(tool)) },
  };
}

/** The data of an answer: the tool's own, or what stands for it where it was too large. */
function answerSchema({ outputSchema, hasOwnBound }: ToolDefinition): z.ZodType {
  return hasOwnBound ? outputSchema : z.union([outputSchema, artifactAnswerSchema]);
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output" = "output"): object {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" });
}
