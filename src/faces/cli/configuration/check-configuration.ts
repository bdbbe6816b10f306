/** The form of a configuration file, and whether a value has it. */
import { z } from "zod";
import type { FileContextOptions } from "../../../context/context-options.ts";

const texts = z.union([z.string(), z.array(z.string()).min(1)]);

const workspace = {
  location: z.string().min(1),
  prefix: z.string().optional(),
  markdown: texts.optional(),
  ignore: z.array(z.string()).optional(),
  noIgnore: z.boolean().optional(),
  hidden: z.boolean().optional(),
  verify: z.enum(["stat", "hash"]).optional(),
  graph: z
    .strictObject({
      baseIri: z.string().optional(),
      iri: z.enum(["path", "id"]).optional(),
      contentRoots: z.union([z.literal("auto"), z.array(z.string())]).optional(),
      wikilinkOrder: z.enum(["auto", "target-first", "text-first"]).optional(),
      resolveAliases: z.boolean().optional(),
      strict: z.boolean().optional(),
    })
    .optional(),
  documents: z
    .strictObject({
      hexColors: z.enum(["color", "tag"]).optional(),
      comments: z.enum(["skip", "include"]).optional(),
      linkMacros: z.array(z.strictObject({ match: z.string().min(1), path: z.string().min(1) })).optional(),
    })
    .optional(),
  permissions: z
    .strictObject({ read: z.boolean().optional(), write: z.boolean().optional(), delete: z.boolean().optional() })
    .optional(),
  approvals: z.enum(["all", "writes", "none"]).optional(),
  exclusive: z.boolean().optional(),
  limits: z.record(z.string(), z.number()).optional(),
};

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "a name has only a-z, 0-9 and -");
// For editors.
const $schema = z.string().optional();

const several = z.strictObject({ $schema, workspaces: z.record(name, z.strictObject(workspace)) });
const single = z.strictObject({ $schema, ...workspace });

type GraphSettings = NonNullable<FileContextOptions["graph"]>;
/** The bound on front matter is one of the limits. */
type DocumentSettings = Omit<NonNullable<FileContextOptions["documents"]>, "maximumFrontMatterBytes">;

/** One knowledge base as a file describes it. */
export interface DescribedWorkspace {
  readonly location: string;
  readonly prefix?: string | undefined;
  readonly markdown?: string | readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly noIgnore?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly verify?: "stat" | "hash" | undefined;
  /** How links are resolved, and what IRIs the graph has. */
  readonly graph?: { readonly [Name in keyof GraphSettings]?: GraphSettings[Name] | undefined } | undefined;
  /** How documents are read. */
  readonly documents?: { readonly [Name in keyof DocumentSettings]?: DocumentSettings[Name] | undefined } | undefined;
  readonly permissions?: { readonly [Name in "read" | "write" | "delete"]?: boolean | undefined } | undefined;
  readonly approvals?: "all" | "writes" | "none" | undefined;
  /** Nobody else writes there; heeded by Workers only. */
  readonly exclusive?: boolean | undefined;
  readonly limits?: Readonly<Record<string, number>> | undefined;
}

/** The knowledge bases that a value describes, by name, a single one as `default`; or what is wrong with it, and where. */
export function checkConfiguration(value: unknown): Readonly<Record<string, DescribedWorkspace>> | string {
  if (typeof value === "object" && value !== null && "workspaces" in value) {
    const checked = several.safeParse(value);
    if (!checked.success) return describe(checked.error.issues[0]);
    const { workspaces } = checked.data;
    return Object.keys(workspaces).length === 0 ? "it names no workspace" : workspaces;
  }
  const checked = single.safeParse(value);
  return checked.success ? { default: checked.data } : describe(checked.error.issues[0]);
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const message = issue?.code === "invalid_key" ? issue.issues[0]?.message : issue?.message;
  const place = issue?.path.join(".") ?? "";
  return place === "" ? (message ?? "") : `${place}: ${message}`;
}
