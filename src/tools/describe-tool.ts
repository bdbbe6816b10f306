/** A tool as data, with its schemas as JSON Schema: what lists of tools show. */
import { z } from "zod";
import type { ToolAnnotations, ToolDefinition, ToolEffect } from "../context/tool-contract.ts";

/** What a list of tools says of one. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly effect: ToolEffect;
  readonly annotations: ToolAnnotations;
  /** JSON Schema, draft 2020-12. */
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
    inputSchema: z.toJSONSchema(tool.inputSchema, { io: "input", unrepresentable: "any" }),
    outputSchema: z.toJSONSchema(tool.outputSchema, { io: "output", unrepresentable: "any" }),
  };
}
