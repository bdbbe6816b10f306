/** A model's arguments to a tool's: accepted spellings, JSON given as text, then the schema. */
import { z } from "zod";
import { GraphdownError } from "../base/errors.ts";
import { nearestName } from "../base/nearest-name.ts";
import { parseJson } from "../base/parse-json.ts";
import { showPath } from "../base/show-path.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { asMeant, type PropertySchema, typesOf } from "./as-meant.ts";
import { describeValue, refuseArguments } from "./refuse-arguments.ts";

const propertiesByTool = new WeakMap<ToolDefinition, ReadonlyMap<string, PropertySchema>>();

/**
 * Checks the arguments of a call.
 *
 * Besides the parameter names of the schema the tool's aliases are accepted; the whole as JSON text; JSON text where a list, object,
 * number or truth value is meant; `a,b` for a list of words; and null for a parameter that is left out. Anything else that does not fit
 * is `invalid_input`, naming the parameter, what was got and what fits.
 */
export function readArguments(tool: ToolDefinition, input: unknown): object {
  const properties = propertiesOf(tool);
  const renamed = new Map<string, unknown>();
  for (const [name, value] of Object.entries(asRecord(tool, input))) {
    const target = properties.has(name) ? name : aliasOf(tool, name);
    if (target === undefined) throw unknownParameter(tool, name, properties);
    const schema = properties.get(target) as PropertySchema;
    if (value === undefined || (value === null && !typesOf(schema).has("null"))) continue;
    if (renamed.has(target)) throw givenTwice(tool, target, name);
    renamed.set(target, asMeant(tool, target, value, schema));
  }
  const checked = tool.inputSchema.safeParse(Object.fromEntries(renamed));
  if (checked.success) return checked.data;
  throw refuseArguments(tool, checked.error, renamed);
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

function aliasOf(tool: ToolDefinition, name: string): string | undefined {
  return Object.hasOwn(tool.aliases, name) ? tool.aliases[name] : undefined;
}

function asRecord(tool: ToolDefinition, input: unknown): Readonly<Record<string, unknown>> {
  // Some frameworks pass on the text of the model; a call without arguments may be an empty text.
  const value = typeof input === "string" ? (input.trim() === "" ? {} : parseJson(input)) : (input ?? {});
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new GraphdownError({
    code: "invalid_input",
    message: `${tool.name}: the arguments must be a JSON object, but got ${describeValue(value)}.`,
    next: "Give the arguments as an object of parameter names and values.",
  });
}

function unknownParameter(
  tool: ToolDefinition,
  name: string,
  properties: ReadonlyMap<string, PropertySchema>,
): GraphdownError {
  const known = [...properties.keys()];
  const spelling = nearestName(name, [...known, ...Object.keys(tool.aliases)]);
  const nearest = spelling === undefined ? undefined : (aliasOf(tool, spelling) ?? spelling);
  return new GraphdownError({
    code: "invalid_input",
    message: `${tool.name} has no parameter "${showPath(name)}".`,
    details: { parameter: showPath(name), known, ...(nearest === undefined ? {} : { nearest }) },
    next: nearest === undefined ? `Its parameters are: ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

function givenTwice(tool: ToolDefinition, target: string, name: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `${tool.name}: the parameter ${target} was given twice, also as "${showPath(name)}".`,
    details: { parameter: target },
    next: `Give ${target} once.`,
  });
}
