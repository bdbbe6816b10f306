/** What an export was asked for, checked once at the door: defaults filled in, everything else refused with a reason. */
import { GraphdownError } from "../base/errors.ts";
import { type DirectoryPath, type LogicalPath, parseDirectoryPath } from "../base/logical-path.ts";
import { nearestName } from "../base/nearest-name.ts";
import { showPath } from "../base/show-path.ts";
import type { EdgeKind } from "../graph/knowledge-graph.ts";
import { tagKey } from "../graph/tag-key.ts";
import { type ExportDetail, type ExportFormat, type ExportOptions, exportFormats } from "./graph-export.ts";

/** {@link ExportOptions} with nothing left open. Bounds that do not hold are `Infinity`. */
export interface ResolvedExportOptions {
  readonly directory: DirectoryPath;
  readonly focus: string | undefined;
  readonly depth: number;
  readonly direction: "out" | "in" | "both";
  /** `undefined` when edges of every kind are wanted. */
  readonly kinds: ReadonlySet<EdgeKind> | undefined;
  /** Keys of tags; `undefined` when documents are not chosen by tag. */
  readonly tags: readonly string[] | undefined;
  readonly detail: ExportDetail;
  readonly maximumCharacters: number;
  readonly form: "compacted" | "expanded" | "flattened";
  readonly maximumEdges: number;
  readonly maximumDiagramCharacters: number;
  readonly linkTo: ((path: LogicalPath) => string) | undefined;
  readonly spreadsheet: boolean;
  readonly snapshot: string;
}

const edgeKinds: readonly EdgeKind[] = [
  "contains",
  "linksTo",
  "embeds",
  "cites",
  "taggedWith",
  "partOf",
  "mentions",
  "relation",
];
const details: readonly ExportDetail[] = ["documents", "sections", "full"];
const directions = ["out", "in", "both"] as const;
const forms = ["compacted", "expanded", "flattened"] as const;

/** Where Mermaid stops by itself: it draws an error instead of a larger diagram. */
const mermaidEdges = 500;
const mermaidCharacters = 50_000;

/** More arrows than this take seconds to lay out, and nobody can follow them. */
const svgEdges = 1_000;

/** Formats that people look at; all others are for programs. */
const diagrams: ReadonlySet<ExportFormat> = new Set(["mermaid", "dot", "svg", "canvas"]);

/** The format of that name. Any other is `invalid_input` and is told the formats that there are, and the nearest one. */
export function resolveFormat(format: string): ExportFormat {
  return oneOf({ value: format, known: exportFormats, what: "format" });
}

/** Fills in defaults and checks every option. */
export function resolveExportOptions(format: ExportFormat, options: ExportOptions = {}): ResolvedExportOptions {
  return {
    directory: parseDirectoryPath(options.directory ?? ""),
    focus: options.focus,
    depth: wholeNumber({ value: options.depth, name: "depth", least: 0, fallback: 1 }),
    direction: oneOf({ value: options.direction ?? "both", known: directions, what: "direction" }),
    kinds: options.kinds === undefined ? undefined : kindsOf(options.kinds),
    tags: options.tags?.map((tag) => tagKey(tag.replace(/^#/, ""))),
    detail: oneOf({
      value: options.detail ?? (diagrams.has(format) ? "documents" : "full"),
      known: details,
      what: "detail",
    }),
    maximumCharacters: bound({ name: "maximumCharacters", options, fallback: Number.POSITIVE_INFINITY }),
    form: oneOf({ value: options.form ?? "compacted", known: forms, what: "form" }),
    maximumEdges: bound({ name: "maximumEdges", options, fallback: format === "svg" ? svgEdges : mermaidEdges }),
    maximumDiagramCharacters: bound({ name: "maximumDiagramCharacters", options, fallback: mermaidCharacters }),
    linkTo: options.linkTo,
    spreadsheet: options.spreadsheet ?? false,
    snapshot: options.snapshot ?? "",
  };
}

function kindsOf(kinds: readonly string[]): ReadonlySet<EdgeKind> {
  return new Set(kinds.map((kind) => oneOf({ value: kind, known: edgeKinds, what: "edge kind" })));
}

function oneOf<Word extends string>({
  value,
  known,
  what,
}: {
  value: string;
  known: readonly Word[];
  what: string;
}): Word {
  const found = known.find((word) => word === value);
  if (found !== undefined) return found;
  const shown = showPath(String(value));
  const nearest = nearestName(shown, known);
  throw new GraphdownError({
    code: "invalid_input",
    message: `There is no ${what} "${shown}"; known are ${known.join(", ")}.`,
    details: { reason: `unknown_${what.replace(" ", "_")}`, known, ...(nearest === undefined ? {} : { nearest }) },
    next: nearest === undefined ? `Use one of: ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

function bound({
  name,
  options,
  fallback,
}: {
  name: "maximumCharacters" | "maximumEdges" | "maximumDiagramCharacters";
  options: ExportOptions;
  fallback: number;
}): number {
  const value = options[name];
  if (value === Number.POSITIVE_INFINITY) return value;
  return wholeNumber({ value, name, least: 1, fallback });
}

function wholeNumber({
  value,
  name,
  least,
  fallback,
}: {
  value: number | undefined;
  name: string;
  least: number;
  fallback: number;
}): number {
  if (value === undefined) return fallback;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new GraphdownError({
    code: "invalid_input",
    message: `${name} must be a whole number of at least ${least}, but it is ${String(value)}.`,
    details: { reason: "out_of_range", parameter: name, least },
    next: `Give ${name} a whole number of at least ${least}, or leave it out.`,
  });
}
