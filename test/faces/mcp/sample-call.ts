/** Calls that fit any tool, made from its schema, so that a new tool needs no line here. */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";

/** Files that the calls are about: each tool has one of its own. */
export function sampleFiles(names: readonly string[]): Record<string, string> {
  const text = "# Start\n\nfirst line of [the other](other.md)\n";
  return Object.fromEntries([...names.map(sampleFileOf), "earlier/note.md"].map((path) => [path, text]));
}

function sampleFileOf(name: string): string {
  return `${name}.md`;
}

/** Parameters whose names mean something else in one tool than in the others. */
function ownValuesOf(name: string): Readonly<Record<string, unknown>> {
  if (name.endsWith("_path")) return { from: sampleFileOf(name), to: sampleFileOf(name) };
  if (name.endsWith("_diff")) return { to: undefined };
  return name.endsWith("_sparql") ? { query: "ASK { ?s ?p ?o }" } : {};
}

/** Values for parameters by their names; others get a value by their type. */
function valuesFor(name: string): Readonly<Record<string, unknown>> {
  return {
    path: sampleFileOf(name),
    node: sampleFileOf(name),
    fromDirectory: "earlier",
    to: `moved/${sampleFileOf(name)}`,
    query: "first line",
    pattern: "first",
    heading: "Start",
    content: "second line\n",
    overwrite: true,
    oldString: "first",
    newString: "last",
    afterLine: 1,
    key: "status",
    value: "done",
    format: "mermaid",
    ...ownValuesOf(name),
  };
}

interface PropertySchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: PropertySchema;
  readonly anyOf?: readonly PropertySchema[];
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
}

export function sampleCall({ name, inputSchema }: Tool): { name: string; arguments: Record<string, unknown> } {
  const schema = inputSchema as PropertySchema;
  const known = valuesFor(name);
  const required = new Set(schema.required);
  const args: Record<string, unknown> = {};
  for (const [parameter, property] of Object.entries(schema.properties ?? {})) {
    if (parameter in known && isAllowed(property, known[parameter])) args[parameter] = known[parameter];
    else if (required.has(parameter)) args[parameter] = sampleOf(property);
  }
  return { name, arguments: args };
}

function isAllowed(schema: PropertySchema, value: unknown): boolean {
  return schema.enum?.includes(value) ?? true;
}

function sampleOf(schema: PropertySchema): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] as PropertySchema);
  switch (schema.type) {
    case "array":
      return [sampleOf(schema.items ?? {})];
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, property]) => [name, sampleOf(property)]),
      );
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return false;
    default:
      return "text";
  }
}
