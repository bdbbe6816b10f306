/** `/v1/graph`: every question about the graph as a GET, and the graph itself in a format. */
import { GraphdownError } from "../../../base/errors.ts";
import { nearestName } from "../../../base/nearest-name.ts";
import { showPath } from "../../../base/show-path.ts";
import {
  type ExportFormat,
  exportFormats,
  type FileContext,
  formatFiles,
  type GraphSearchResult,
  type ToolDefinition,
} from "../../../context/file-context.ts";
import { dataOf } from "../call-tool.ts";
import { toolFailures } from "../describe-responses.ts";
import { matchesWeakly, parseTags } from "../entity-tags.ts";
import type { Exchange } from "../exchange.ts";
import { graphTag } from "../graph-tag.ts";
import type { HttpRoute } from "../http-route.ts";
import { negotiate } from "../negotiate.ts";

const exportTool = "file_context_markdown_graph_export";

/** The formats that there are, the preferred one first. */
const formats: readonly ExportFormat[] = [...new Set<ExportFormat>(["mermaid", "turtle", ...exportFormats])];
const mediaTypes: readonly string[] = formats.map((format) => formatFiles[format].mediaType);

/** Characters of an export where the caller names no bound: enough for any graph that fits into memory with ease. */
const maximumExportCharacters = 64 * 1024 * 1024;

/** Tools that answer questions, by the last part of their names: `search`, `outline` … New ones are here by themselves. */
export function questionsOf(context: FileContext): ReadonlyMap<string, ToolDefinition> {
  const questions = new Map<string, ToolDefinition>();
  for (const tool of context.tools()) {
    const name = /^file_context_markdown_(?:graph_)?([a-z_]+)$/.exec(tool.name)?.[1];
    if (name !== undefined && tool.effect === "read" && tool.name !== exportTool) questions.set(name, tool);
  }
  return questions;
}

const askQuestion: HttpRoute = {
  methods: ["GET"],
  path: "/v1/graph/{question}",
  async answer(exchange) {
    const { context, params, target } = exchange;
    const questions = questionsOf(context);
    const tool = questions.get(params["question"] as string);
    if (tool === undefined) throw unknownQuestion(params["question"] as string, [...questions.keys(), "export"]);
    requireMediaType(exchange, ["application/json"]);
    const data = await dataOf(exchange, {
      tool: tool.name,
      input: Object.fromEntries(target.query),
      wholeResults: true,
    });
    return conditional(exchange, {
      body: JSON.stringify(data),
      mediaType: "application/json",
      state: snapshotOf(data),
    });
  },
};

const exportGraph: HttpRoute = {
  methods: ["GET"],
  path: "/v1/graph/export",
  config: {
    method: "get",
    path: "/v1/graph/export",
    summary: "The graph as text, in the format that `format` or `Accept` names",
    description:
      "The other parameters are those of the tool file_context_markdown_graph_export. Without a preference the answer is Mermaid. Graphdown-Cut says where a bound cut the text, Graphdown-Skipped how many files are left out.",
    responses: {
      200: {
        description: "The graph",
        headers: {
          ETag: { schema: { type: "string" } },
          "Graphdown-Snapshot": { schema: { type: "string" } },
        },
        content: Object.fromEntries(
          mediaTypes.map((type) => [type, { schema: type.includes("json") ? {} : { type: "string" as const } }]),
        ),
      },
      304: { description: "The caller has this very answer" },
      ...toolFailures,
    },
  },
  async answer(exchange) {
    const format = formatOf(exchange);
    const { format: _, ...options } = Object.fromEntries(exchange.target.query);
    const input = { maximumCharacters: maximumExportCharacters, ...options, format };
    const data = (await dataOf(exchange, { tool: exportTool, input, wholeResults: true })) as Exported;
    const headers = {
      "Graphdown-Snapshot": data.snapshot,
      ...(data.skipped === undefined ? {} : { "Graphdown-Skipped": String(data.skipped.count) }),
      ...(data.cut === undefined ? {} : { "Graphdown-Cut": data.cut.reason }),
    };
    return conditional(exchange, {
      body: data.content,
      mediaType: formatFiles[format].mediaType,
      state: data.snapshot,
      headers,
    });
  },
};

/** The export stands first: it is no question that answers in JSON. */
export const graphRoutes: readonly HttpRoute[] = [exportGraph, askQuestion];

interface Exported extends Pick<GraphSearchResult, "snapshot" | "skipped" | "cut"> {
  readonly content: string;
}

function formatOf(exchange: Exchange): ExportFormat {
  const named = exchange.target.query.get("format");
  if (named !== undefined) {
    const format = formats.find((each) => each === named);
    if (format === undefined) throw notAcceptable(`the format "${showPath(named)}"`, formats);
    return format;
  }
  const type = requireMediaType(exchange, mediaTypes);
  return formats[mediaTypes.indexOf(type)] as ExportFormat;
}

function requireMediaType({ request }: Exchange, offered: readonly string[]): string {
  const accept = request.headers.get("accept");
  const type = negotiate(accept, offered);
  if (type === undefined) throw notAcceptable(`any of ${showPath(accept ?? "")}`, offered);
  return type;
}

interface Answer {
  readonly body: string;
  readonly mediaType: string;
  /** What the answer was made from; absent where that is not known. */
  readonly state: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer, or 304 for a caller who has it. */
function conditional(exchange: Exchange, { body, mediaType, state, headers = {} }: Answer): Response {
  const tag = graphTag(exchange, { state: state ?? body, mediaType });
  const about = { ...headers, ETag: `"${tag}"`, Vary: "Accept, Authorization", "Cache-Control": "private, no-cache" };
  const condition = parseTags("If-None-Match", exchange.request.headers.get("if-none-match"));
  if (condition !== undefined && matchesWeakly(condition, tag))
    return new Response(null, { status: 304, headers: about });
  const charset = mediaType.startsWith("text/") ? "; charset=utf-8" : "";
  return new Response(body, { headers: { ...about, "Content-Type": `${mediaType}${charset}` } });
}

function snapshotOf(data: unknown): string | undefined {
  const { snapshot } = data as { readonly snapshot?: unknown };
  return typeof snapshot === "string" ? snapshot : undefined;
}

function notAcceptable(wanted: string, offered: readonly string[]): GraphdownError {
  return new GraphdownError({
    code: "not_acceptable",
    message: `This can't be answered in ${wanted}.`,
    details: { offered },
    next: `Ask for one of: ${offered.join(", ")}.`,
  });
}

function unknownQuestion(name: string, known: readonly string[]): GraphdownError {
  const nearest = nearestName(name, known);
  return new GraphdownError({
    code: "not_found",
    message: `There is no question "${showPath(name)}".`,
    details: { known },
    next: nearest === undefined ? `The questions are: ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}
