/** `/v1/events`: what changes, as server-sent events. */
import { GraphdownError } from "../../../base/errors.ts";
import { nearestName } from "../../../base/nearest-name.ts";
import { showPath } from "../../../base/show-path.ts";
import { requireScope } from "../authenticate.ts";
import { failures } from "../describe-responses.ts";
import type { Exchange } from "../exchange.ts";
import type { HttpRoute } from "../http-route.ts";
import { negotiate } from "../negotiate.ts";

const mediaType = "text/event-stream";

const parameters = ["directory", "since"];

const text = { type: "string" as const };

export const eventRoute: HttpRoute = {
  methods: ["GET"],
  path: "/v1/events",
  config: {
    method: "get",
    path: "/v1/events",
    summary: "What changes, as server-sent events; no answer needs it to be fresh",
    description:
      "The events are state, change and failure; each one's data is JSON, and its id the snapshot, as answers about the graph carry it. Last-Event-ID, or since, names the snapshot that the client has: while that is what is there, nothing is said. A state that is marked missed says that there is another one, and that what changed is not known.",
    parameters: [
      { name: "directory", in: "query", description: "Only files below this folder", schema: text },
      { name: "since", in: "query", description: "The snapshot of an earlier answer or event", schema: text },
      { name: "Last-Event-ID", in: "header", description: "Goes before since", schema: text },
    ],
    responses: {
      200: { description: "The events, without an end", content: { [mediaType]: { schema: text } } },
      ...failures,
    },
  },
  async answer(exchange) {
    const { request, context, caller, service } = exchange;
    requireScope(caller, "read");
    const { eventStreams } = service;
    if (eventStreams === undefined) throw noStreams();
    requireReading(exchange);
    requireMediaType(request.headers.get("accept"));
    const { directory, since } = questionOf(exchange);
    // Here it can still be answered with a status; the stream could only say it.
    if (directory !== undefined) await context.list(directory, { mustExist: true, signal: request.signal });
    const headers = {
      "Content-Type": mediaType,
      // For proxies that would otherwise collect events before they pass them on.
      "X-Accel-Buffering": "no",
    };
    if (request.method === "HEAD") return new Response(null, { headers });
    const events = context.watch({ directory, since, intervalMs: eventStreams.bounds.intervalMs });
    return new Response(eventStreams.open({ actor: caller.actor, events, signal: request.signal }), { headers });
  },
};

function noStreams(): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: "This server keeps no streams of events.",
    details: { reason: "event_streams" },
    next: "Ask for what is wanted when it is wanted: every answer is fresh. If-None-Match spares the transfer.",
  });
}

/** Reading must be allowed at all, and without a person's yes: a stream that has begun can't wait for one before each event. */
function requireReading({ context: { toolHost }, workspace }: Exchange): void {
  const { permissions, approvalSettings } = toolHost;
  if (permissions.read && approvalSettings.ask !== "all") return;
  const what = permissions.read ? "Each reading has to be approved" : "Reading is off";
  throw new GraphdownError({
    code: "permission_denied",
    message: `${what} in the workspace "${showPath(workspace)}", so its changes are not told.`,
    details: { reason: permissions.read ? "needs_approval" : "reading_disabled", workspace: showPath(workspace) },
    next: "Ask for what is wanted when it is wanted: every answer is fresh.",
  });
}

function requireMediaType(accept: string | null): void {
  if (negotiate(accept, [mediaType]) !== undefined) return;
  throw new GraphdownError({
    code: "not_acceptable",
    message: `This can't be answered in any of ${showPath(accept ?? "")}.`,
    details: { offered: [mediaType] },
    next: `Ask for ${mediaType}.`,
  });
}

function questionOf({ request, target: { query } }: Exchange): { directory?: string; since?: string } {
  const unknown = [...query.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) throw unknownParameter(unknown);
  const directory = query.get("directory");
  // A browser sends its header with the very URL that it began with.
  const since = request.headers.get("last-event-id") || query.get("since") || undefined;
  return { ...(directory === undefined ? {} : { directory }), ...(since === undefined ? {} : { since }) };
}

function unknownParameter(name: string): GraphdownError {
  const nearest = nearestName(name, parameters);
  return new GraphdownError({
    code: "invalid_input",
    message: `The query parameter "${showPath(name)}" means nothing here.`,
    details: { reason: "unknown_parameter", parameter: showPath(name) },
    next: nearest === undefined ? `There are ${parameters.join(" and ")}.` : `Did you mean ${nearest}?`,
  });
}
