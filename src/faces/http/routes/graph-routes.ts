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
import { openExportStream } from "../export-stream.ts";
import { graphTag } from "../graph-tag.ts";
import type { HttpRoute } from "../http-route.ts";
import { negotiate } from "../negotiate.ts";

const exportTool = "file_context_markdown_graph_export";

/** The formats that there are, the preferred one first. */
const formats: readonly ExportFormat[] = [...new Set<ExportFormat>(["mermaid", "turtle", ...exportFormats])];
const mediaTypes: readonly string[] = formats.map((format) => formatFiles[format].mediaType);

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
    // Shapes, rules and the like are files that no snapshot knows: only the answer itself says whether it is the same.
    const body = JSON.stringify(data);
    return conditional(exchange, { body, mediaType: "application/json", state: body });
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
      "The other parameters are those of the tool file_context_markdown_graph_export. Without a preference the answer is Mermaid. Without maximumCharacters the whole graph is sent as it is made. Graphdown-Cut says where a bound cut the text, Graphdown-Skipped how many files are left out.",
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
    const input = { ...options, format };
    return "maximumCharacters" in options ? boundedExport(exchange, input) : streamedExport(exchange, input);
  },
};

interface ExportInput {
  readonly format: ExportFormat;
}

/** With a bound the answer is made before it is sent, so that its head can say where it was cut. */
async function boundedExport(exchange: Exchange, input: ExportInput): Promise<Response> {
  const data = (await dataOf(exchange, { tool: exportTool, input, wholeResults: true })) as Exported;
  const { mediaType } = formatFiles[input.format];
  return conditional(exchange, { body: data.content, mediaType, state: data.snapshot, headers: exportHeaders(data) });
}

/** Without one it is sent as it is made. */
async function streamedExport(exchange: Exchange, input: ExportInput): Promise<Response> {
  const { mediaType } = formatFiles[input.format];
  const isFull = exchange.request.method !== "HEAD";
  const { start, body } = await openExportStream(exchange, {
    input,
    wants: ({ snapshot }) => isFull && !hasAnswer(exchange, graphTag(exchange, { state: snapshot, mediaType })),
  });
  return conditional(exchange, { body: body ?? null, mediaType, state: start.snapshot, headers: exportHeaders(start) });
}

function exportHeaders({
  snapshot,
  skipped,
  cut,
}: Pick<Exported, "snapshot" | "skipped" | "cut">): Record<string, string> {
  return {
    "Graphdown-Snapshot": snapshot,
    ...(skipped === undefined ? {} : { "Graphdown-Skipped": String(skipped.count) }),
    ...(cut === undefined ? {} : { "Graphdown-Cut": cut.reason }),
  };
}

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
  /** `null` for a head without a body. */
  readonly body: string | ReadableStream<Uint8Array> | null;
  readonly mediaType: string;
  /** Differs where the answer does: the snapshot that it was made from, or the answer itself. */
  readonly state: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer, or 304 for a caller who has it. */
function conditional(exchange: Exchange, { body, mediaType, state, headers = {} }: Answer): Response {
  const tag = graphTag(exchange, { state, mediaType });
  const about = { ...headers, ETag: `"${tag}"`, Vary: "Accept, Authorization", "Cache-Control": "private, no-cache" };
  if (hasAnswer(exchange, tag)) return new Response(null, { status: 304, headers: about });
  const charset = mediaType.startsWith("text/") ? "; charset=utf-8" : "";
  return new Response(body, { headers: { ...about, "Content-Type": `${mediaType}${charset}` } });
}

/** Whether the caller has the answer with this tag. */
function hasAnswer({ request }: Exchange, tag: string): boolean {
  const condition = parseTags("If-None-Match", request.headers.get("if-none-match"));
  return condition !== undefined && matchesWeakly(condition, tag);
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
