/** Parameters and result parts that all tools share which change files. */
import { z } from "zod";
import type { EditOptions } from "../context/edit-contract.ts";
import type { ToolContext } from "../context/file-context.ts";
import { cutSchema } from "./parameters.ts";

/** Parameters of every tool that changes files. */
export type EditParameters = {
  readonly ifVersion: z.ZodOptional<z.ZodString>;
  readonly dryRun: z.ZodOptional<z.ZodBoolean>;
  readonly idempotencyKey: z.ZodOptional<z.ZodString>;
};

export const editParameters: EditParameters = {
  ifVersion: z
    .string()
    .optional()
    .describe("Only if the file still has this version, as an earlier read gave it; else version_conflict"),
  dryRun: z.boolean().optional().describe("Show the diff and write nothing; default false"),
  idempotencyKey: z
    .string()
    .optional()
    .describe("Any text that names this change: repeating the call with it gives the first answer and changes nothing"),
};

/** Other frameworks' spellings of {@link editParameters}. */
export const editAliases: Readonly<Record<string, string>> = {
  if_version: "ifVersion",
  expectedVersion: "ifVersion",
  expected_version: "ifVersion",
  dry_run: "dryRun",
  idempotency_key: "idempotencyKey",
};

/** Other frameworks' spellings of `content`. */
export const contentAliases: Readonly<Record<string, string>> = {
  text: "content",
  contents: "content",
  file_text: "content",
  fileText: "content",
};

/** The arguments that every change takes, with who asks for it. */
export function editOptions(
  args: { readonly [Name in keyof EditParameters]?: z.output<EditParameters[Name]> },
  { actor, session, trace, signal }: ToolContext,
): EditOptions {
  const { ifVersion, dryRun, idempotencyKey } = args;
  const metadata = {
    ...(actor === undefined ? {} : { actor }),
    ...(session === undefined ? {} : { session }),
    ...(trace === undefined ? {} : { trace }),
  };
  return { ifVersion, dryRun, idempotencyKey, signal, ...(Object.keys(metadata).length === 0 ? {} : { metadata }) };
}

/** Result parts of every change. */
export type ChangeShape = {
  readonly path: z.ZodString;
  readonly version: z.ZodOptional<z.ZodString>;
  readonly created: z.ZodBoolean;
  readonly dryRun: z.ZodOptional<z.ZodLiteral<true>>;
  readonly repeated: z.ZodOptional<z.ZodLiteral<true>>;
  readonly diff: z.ZodString;
  readonly cut: z.ZodOptional<typeof cutSchema>;
};

export const changeShape: ChangeShape = {
  path: z.string(),
  version: z.string().optional().describe("The file's version now; pass it as ifVersion of the next change"),
  created: z.boolean(),
  dryRun: z.literal(true).optional().describe("Nothing was written"),
  repeated: z
    .literal(true)
    .optional()
    .describe("The answer of the first call with this idempotencyKey; nothing was written again"),
  diff: z.string().describe("Unified diff; empty when nothing changed"),
  cut: cutSchema.optional().describe("The diff was longer than what is shown"),
};

/** One sentence on a change. */
export function summariseChange(
  {
    path,
    created,
    dryRun,
    repeated,
    diff,
  }: {
    path: string;
    created: boolean;
    dryRun?: true | undefined;
    repeated?: true | undefined;
    diff?: string | undefined;
  },
  what: string,
): string {
  if (dryRun) return `${path}: would be ${created ? "created" : what}`;
  return `${path}: ${created ? "created" : diff === "" ? "nothing to change" : what}${repeatNote(repeated)}`;
}

/** The end of a sentence on a change that is told again. */
export function repeatNote(repeated: true | undefined): string {
  return repeated === true ? " (by an earlier call with this idempotencyKey; nothing was changed now)" : "";
}

/** Reads the objects of a list as they are meant: other spellings of their fields, and whole numbers given as text. */
export function itemsAsMeant<Item extends z.ZodType>(
  item: Item,
  aliases: Readonly<Record<string, string>>,
): z.ZodPreprocess<Item> {
  return z.preprocess((value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).map(([name, field]) => {
      const target =
        Object.hasOwn(aliases, name) && !Object.hasOwn(value, aliases[name] as string) ? aliases[name] : name;
      return [target, asNumber(target as string, field)];
    });
    return Object.fromEntries(fields.filter(([, field]) => field !== null));
  }, item);
}

function asNumber(name: string, field: unknown): unknown {
  return name === "lineNumber" && typeof field === "string" && /^\s*-?\d{1,15}\s*$/.test(field) ? Number(field) : field;
}
