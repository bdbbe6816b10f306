/** Turns a text argument into the list, object, number or truth value that a parameter asks for, where it reads as one. */
import { GraphdownError } from "../base/errors.ts";
import { parseJson } from "../base/parse-json.ts";
import type { ToolDefinition } from "../context/file-context.ts";

/** The part of a parameter's JSON Schema that says what kinds of values it takes. */
export interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly PropertySchema[];
}

/** The argument as the schema wants it; what does not read so stays as it is, for the schema to refuse. */
export function asMeant(tool: ToolDefinition, parameter: string, value: unknown, schema: PropertySchema): unknown {
  if (typeof value !== "string") return value;
  const types = typesOf(schema);
  const takesText = types.has("string");
  // Where any value may be set, text is a value as any other and is kept as it is.
  if (takesText && types.has("boolean")) return value;
  const begins = value.trimStart()[0];
  if ((begins === "[" && types.has("array")) || (begins === "{" && types.has("object"))) {
    return asJson({ tool, parameter, value, takesText });
  }
  if (takesText) return value;
  if (types.has("array")) return asWords(value);
  if ((types.has("integer") || types.has("number")) && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)) return Number(value);
  if (types.has("boolean") && /^\s*(true|false)\s*$/i.test(value)) return value.trim().toLowerCase() === "true";
  return value;
}

/** The kinds of values that a parameter takes, in JSON Schema's words. */
export function typesOf({ type = [], anyOf = [] }: PropertySchema): ReadonlySet<string> {
  return new Set([...(typeof type === "string" ? [type] : type), ...anyOf.flatMap((part) => [...typesOf(part)])]);
}

function asJson({
  tool,
  parameter,
  value,
  takesText,
}: {
  readonly tool: ToolDefinition;
  readonly parameter: string;
  readonly value: string;
  readonly takesText: boolean;
}): unknown {
  try {
    return parseJson(value);
  } catch (cause) {
    // A text such as the glob `[ab].md` only looks like a list.
    const isText = takesText && GraphdownError.isInstance(cause) && cause.details?.["reason"] === "syntax";
    if (isText) return value;
    throw new GraphdownError({
      code: "invalid_input",
      message: `${tool.name}: the parameter ${parameter} looks like JSON. ${(cause as Error).message}`,
      details: { parameter, ...(GraphdownError.isInstance(cause) ? cause.details : {}) },
      next: `Give ${parameter} as a JSON value and not as text.`,
      cause,
    });
  }
}

function asWords(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
