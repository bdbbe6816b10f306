/** Makes a tool definition with every part typed, and the parts that tools share filled in. */
import { z } from "zod";
import type { ToolContext, ToolDefinition } from "../context/file-context.ts";
import type { AnswerFile, ToolEffect } from "../context/tool-contract.ts";
import type { Permissions } from "../guard/permissions/permissions.ts";

/** What a tool is made from. */
export interface ToolSpecification<Input extends z.ZodRawShape, Data extends object> {
  readonly name: string;
  /** A short name for people. */
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodType<Data>;
  readonly effect: ToolEffect;
  /** Default: the permission that is named like the effect; none for `memory`. */
  readonly needs?: readonly (keyof Permissions)[];
  readonly aliases?: Readonly<Record<string, string>>;
  handler(args: z.output<z.ZodObject<Input>>, context: ToolContext): Promise<Data>;
  /** Default: the data as JSON. */
  render?(data: Data, args: z.output<z.ZodObject<Input>>): string;
  summarise(data: Data): string;
  /** Default: the data as indented JSON. */
  asFile?(data: Data): AnswerFile;
  /** The answer has a bound of its own and is always inline. Default `false`. */
  readonly hasOwnBound?: boolean;
  /** Default: a call is done or failed as a whole. */
  isPartial?(data: Data): boolean;
}

/** Makes a tool definition. Parameters that the schema does not name are refused. */
export function createTool<Input extends z.ZodRawShape, Data extends object>(
  specification: ToolSpecification<Input, Data>,
): ToolDefinition {
  const { name, title, description, effect, aliases = {} } = specification;
  const readOnly = effect === "read";
  const definition: ToolDefinition<z.output<z.ZodObject<Input>>, Data> = {
    name,
    description,
    effect,
    needs: specification.needs ?? (effect === "memory" ? [] : [effect]),
    aliases,
    inputSchema: z.strictObject(specification.input) as unknown as z.ZodType<z.output<z.ZodObject<Input>>>,
    outputSchema: specification.output,
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: effect === "delete" || effect === "write",
      idempotentHint: readOnly,
      openWorldHint: false,
    },
    handler: (args, context) => specification.handler(args, context),
    hasOwnBound: specification.hasOwnBound ?? false,
    render: specification.render ?? ((data) => JSON.stringify(data)),
    asFile: specification.asFile ?? jsonFile,
    summarise: (data) => specification.summarise(data),
    isPartial: (data) => specification.isPartial?.(data) ?? false,
  };
  return definition as unknown as ToolDefinition;
}

function jsonFile(data: object): AnswerFile {
  return { text: JSON.stringify(data, null, 1), extension: "json", mediaType: "application/json" };
}
