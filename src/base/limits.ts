/** Every bound of the product in one table. */
import { GraphdownError } from "./errors.ts";

/** The bounds of one file context. Bytes are bytes of UTF-8, times are milliseconds. */
export interface Limits {
  /** Largest file that a full read returns. */
  readonly maximumFullReadBytes: number;
  /** Largest file that an edit takes, and the largest one whose version is a hash. */
  readonly maximumEditBytes: number;
  /** Most bytes of content in one range read. */
  readonly maximumRangeReadBytes: number;
  readonly defaultRangeLineCount: number;
  readonly maximumRangeLineCount: number;
  /** Entries of a directory listing in one page. */
  readonly maximumListEntries: number;
  /** Files that one grep opens, bytes a file, files with matches a page, lines a file, characters a line. */
  readonly maximumSearchFiles: number;
  readonly maximumSearchFileBytes: number;
  readonly maximumSearchResults: number;
  readonly maximumMatchesPerFile: number;
  readonly maximumLineCharacters: number;
  readonly maximumWriteBytes: number;
  readonly maximumGlobCharacters: number;
  readonly maximumPatternCharacters: number;
  readonly maximumQueryCharacters: number;
  readonly regexTimeoutMs: number;
  /** One deadline for a whole public call; `Infinity` is none. */
  readonly operationTimeoutMs: number;
  /** Most Markdown files in one graph; those past it, by code point order, are reported as skipped. */
  readonly maximumMarkdownFiles: number;
  readonly maximumMarkdownFileBytes: number;
  readonly maximumFrontMatterBytes: number;
  /** Matches of a search when the caller names no count, and the most it may ask for. */
  readonly defaultGraphResults: number;
  readonly maximumGraphResults: number;
  readonly maximumGraphExportCharacters: number;
  /** Longest SPARQL query, most rows or triples of its answer, how long one may run, and the memory of the store that it runs on. */
  readonly maximumSparqlCharacters: number;
  readonly maximumSparqlRows: number;
  readonly sparqlTimeoutMs: number;
  readonly maximumSparqlMemoryBytes: number;
  /** Longest text of shapes or rules, most triples that rules may infer, and how long one validation or inference may take. */
  readonly maximumRulesCharacters: number;
  readonly maximumInferredTriples: number;
  readonly reasoningTimeoutMs: number;
  /** Largest tool result that is returned inline. */
  readonly maximumInlineResultBytes: number;
  /** Largest body of a request, and how deep its JSON may be nested. */
  readonly maximumRequestBytes: number;
  readonly maximumJsonDepth: number;
  /** Calls of tools that one actor may have running at once, and approval requests of one actor that may wait; of all ten times as many. */
  readonly maximumConcurrentCalls: number;
  readonly maximumPendingApprovals: number;
  /** Bytes that the approval requests of one actor may hold, as JSON, until their calls have run; those of all four times as many. */
  readonly maximumPendingApprovalBytes: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;

/** The defaults of {@link Limits}. */
export const defaultLimits: Limits = {
  maximumFullReadBytes: MiB,
  maximumEditBytes: 8 * MiB,
  maximumRangeReadBytes: 256 * KiB,
  defaultRangeLineCount: 200,
  maximumRangeLineCount: 1_000,
  maximumListEntries: 1_000,
  maximumSearchFiles: 100_000,
  maximumSearchFileBytes: 4 * MiB,
  maximumSearchResults: 100,
  maximumMatchesPerFile: 20,
  maximumLineCharacters: 500,
  maximumWriteBytes: 8 * MiB,
  maximumGlobCharacters: 256,
  maximumPatternCharacters: 512,
  maximumQueryCharacters: 1_000,
  regexTimeoutMs: 2_000,
  operationTimeoutMs: Number.POSITIVE_INFINITY,
  maximumMarkdownFiles: 100_000,
  maximumMarkdownFileBytes: 4 * MiB,
  maximumFrontMatterBytes: 256 * KiB,
  defaultGraphResults: 20,
  maximumGraphResults: 200,
  maximumGraphExportCharacters: 200_000,
  maximumSparqlCharacters: 64 * KiB,
  maximumSparqlRows: 1_000,
  sparqlTimeoutMs: 10_000,
  maximumSparqlMemoryBytes: 1024 * MiB,
  maximumRulesCharacters: 256 * KiB,
  maximumInferredTriples: 200_000,
  reasoningTimeoutMs: 30_000,
  maximumInlineResultBytes: 32 * KiB,
  maximumRequestBytes: 16 * MiB,
  maximumJsonDepth: 64,
  maximumConcurrentCalls: 64,
  maximumPendingApprovals: 100,
  maximumPendingApprovalBytes: 4 * MiB,
};

/** What the engine for SPARQL needs to start; with less no query could run. */
const leastSparqlMemoryBytes = 2 * MiB;

/** Fills in the defaults; a bound that is unknown, no positive whole number, or too small for what it bounds is `invalid_options` and named. */
export function resolveLimits(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      throw new GraphdownError({
        code: "invalid_options",
        message: `Unknown limit ${JSON.stringify(name)}.`,
        details: { option: name, known: Object.keys(defaultLimits) },
        next: "Use one of the limits that docs/limits.md lists.",
      });
    }
    const infinite = name === "operationTimeoutMs" && value === Number.POSITIVE_INFINITY;
    if (!infinite && !(Number.isSafeInteger(value) && value > 0)) {
      throw new GraphdownError({
        code: "invalid_options",
        message: `The limit ${name} must be a positive whole number, but it is ${String(value)}.`,
        details: { option: name, value: String(value) },
        next: `Give ${name} a whole number of at least 1, or leave it out for ${defaultLimits[name as keyof Limits]}.`,
      });
    }
  }
  const limits = { ...defaultLimits, ...given };
  if (limits.maximumSparqlMemoryBytes < leastSparqlMemoryBytes) {
    throw new GraphdownError({
      code: "invalid_options",
      message: `The limit maximumSparqlMemoryBytes is ${limits.maximumSparqlMemoryBytes}, and the engine needs ${leastSparqlMemoryBytes} to start.`,
      details: { option: "maximumSparqlMemoryBytes", value: String(limits.maximumSparqlMemoryBytes) },
      next: `Give maximumSparqlMemoryBytes at least ${leastSparqlMemoryBytes}, or leave it out for ${defaultLimits.maximumSparqlMemoryBytes}.`,
    });
  }
  if (
    limits.defaultGraphResults > limits.maximumGraphResults ||
    limits.defaultRangeLineCount > limits.maximumRangeLineCount
  ) {
    const pair = limits.defaultGraphResults > limits.maximumGraphResults ? "GraphResults" : "RangeLineCount";
    throw new GraphdownError({
      code: "invalid_options",
      message: `The limit default${pair} is larger than maximum${pair}.`,
      details: { option: `default${pair}` },
      next: `Lower default${pair} or raise maximum${pair}.`,
    });
  }
  return limits;
}
