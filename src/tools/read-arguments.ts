/** A model's arguments to a tool's: accepted spellings, JSON given as text, then the schema. */
import { z } from "zod";
import { GraphdownError } from "../base/errors.ts";
import { nearestName } from "../base/nearest-name.ts";
import type { ToolDefinition } from "../context/tool-contract.ts";

interface PropertySchema {
  readonly type?: string;
  readonly anyOf?: readonly PropertySchema[];
}

const propertiesByTool = new WeakMap<ToolDefinition, ReadonlyMap<string, PropertySchema>>();

/**
 * Checks the arguments of a call and fills in defaults.
 *
 * Besides the parameter names of the schema the tool's aliases are accepted; JSON text where a list, object, number or truth value is
 * meant; and `a,b` for a list of words. Anything else that does not fit is `invalid_input`, naming the parameter, what was got and what fits.
 */
export function readArguments(tool: ToolDefinition, input: unknown): object {
  const properties = propertiesOf(tool);
  const given = asRecord(tool, input);
  const renamed = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const target = properties.has(name) ? name : tool.aliases[name];
    if (target === undefined) throw unknownParameter(tool, name, properties);
    if (renamed.has(target)) {
      throw new GraphdownError({
        code: "invalid_input",
        message: `${tool.name}: the parameter ${target} was given twice, also as ${JSON.stringify(name)}.`,
        details: { parameter: target },
        next: `Give ${target} once.`,
      });
    }
    renamed.set(target, asMeant(value, properties.get(target)));
  }
  const checked = tool.inputSchema.safeParse(Object.fromEntries(renamed));
  if (checked.success) return checked.data;
  throw refusal(tool, checked.error);
}

function propertiesOf(tool: ToolDefinition): ReadonlyMap<string, PropertySchema> {
  const known = propertiesByTool.get(tool);
  if (known !== undefined) return known;
  const schema = z.toJSONSchema(tool.inputSchema, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, PropertySchema>;
  };
  const properties = new Map(Object.entries(schema.properties ?? {}));
  propertiesByTool.set(tool, properties);
  return properties;
}

function asRecord(tool: ToolDefinition, input: unknown): Readonly<Record<string, unknown>> {
  const value = typeof input === "string" ? parsedOr(input, input) : (input ?? {});
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new GraphdownError({
    code: "invalid_input",
    message: `${tool.name}: the arguments must be a JSON object, but got ${describe(value)}.`,
    next: "Give the arguments as an object of parameter names and values.",
  });
}

/** Turns text into the list, object, number or truth value that the schema asks for, where it reads as one. */
function asMeant(value: unknown, schema: PropertySchema | undefined): unknown {
  if (typeof value !== "string" || schema === undefined) return value;
  const types = new Set([schema.type, ...(schema.anyOf ?? []).map((part) => part.type)]);
  if (types.has("array")) {
    const parsed = parsedOr(value, undefined);
    if (Array.isArray(parsed)) return parsed;
    if (types.has("string")) return value;
    return value
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  }
  if (types.has("string")) return value;
  const numeric = types.has("integer") || types.has("number");
  if (numeric && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value);
  if (types.has("boolean") && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  if (types.has("object")) return parsedOr(value, value);
  return value;
}

function parsedOr<Fallback>(text: string, fallback: Fallback): unknown | Fallback {
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
}

function unknownParameter(
  tool: ToolDefinition,
  name: string,
  properties: ReadonlyMap<string, PropertySchema>,
): GraphdownError {
  const known = [...properties.keys()];
  const nearest = nearestName(name, known);
  return new GraphdownError({
    code: "invalid_input",
    message: `${tool.name} has no parameter ${JSON.stringify(name)}.`,
    details: { parameter: name, known, ...(nearest === undefined ? {} : { nearest }) },
    next: nearest === undefined ? `Its parameters are: ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

function refusal(tool: ToolDefinition, error: z.ZodError): GraphdownError {
  const issues = error.issues.map((issue) => ({ parameter: issue.path.join("."), message: issue.message }));
  const first = issues[0];
  const where = first === undefined || first.parameter === "" ? "" : ` parameter ${first.parameter}:`;
  return new GraphdownError({
    code: "invalid_input",
    message: `${tool.name}:${where} ${first?.message ?? "the arguments do not fit"}.`,
    details: { issues },
    next: "Correct the arguments and call again; the tool's input schema lists what fits.",
  });
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return `${typeof value} ${JSON.stringify(value)?.slice(0, 40) ?? ""}`.trim();
}
