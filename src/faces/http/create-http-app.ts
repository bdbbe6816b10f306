/** HTTP over file contexts as a function from requests to responses: runs wherever `fetch` does. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import type { FileContext } from "../../context/file-context.ts";
import type { ToolEvent } from "../../context/tool-contract.ts";
import type { McpHandler } from "../mcp/mcp-handler.ts";
import { type AccessSettings, createAuthenticate, needsCredentials } from "./authenticate.ts";
import { respondWithToolError, ToolFailure } from "./call-tool.ts";
import { type Caller, mayUse } from "./caller.ts";
import {
  checkFraming,
  checkHost,
  checkMethod,
  checkOrigin,
  knownMethods,
  loopbackHosts,
  methodNotAllowed,
  type RequestPolicy,
} from "./check-request.ts";
import { describeApi } from "./describe-api.ts";
import { createEventStreams, type EventStreamBounds } from "./event-streams.ts";
import type { Exchange, HttpService } from "./exchange.ts";
import { finishResponse } from "./finish-response.ts";
import type { HttpRoute } from "./http-route.ts";
import { judgeTarget, type Target } from "./judge-target.ts";
import { createMetrics } from "./metrics.ts";
import { respondWithFailure } from "./problem.ts";
import { createRateLimit } from "./rate-limit.ts";
import { approvalRoutes } from "./routes/approval-routes.ts";
import { eventRoute } from "./routes/event-routes.ts";
import { fileRoutes } from "./routes/file-routes.ts";
import { graphRoutes } from "./routes/graph-routes.ts";
import { mcpRoute } from "./routes/mcp-route.ts";
import { createServiceRoutes, metadataPath, metricsPath, publicPaths } from "./routes/service-routes.ts";
import { sparqlRoutes } from "./routes/sparql-routes.ts";
import { toolRoutes } from "./routes/tool-routes.ts";

/** How an HTTP face is made. */
export interface HttpAppOptions extends AccessSettings {
  /** File contexts by name; `default` answers under `/v1`, every one under `/w/{name}/v1`. At least one. */
  readonly workspaces: Readonly<Record<string, FileContext>>;
  /** Values of `Host` that are accepted. Default: names of this machine without tokens, any with tokens. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of web pages elsewhere that may call; they get CORS headers. Default none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Requests a minute that each caller may make; more are 429. Default: no bound. */
  readonly requestsPerMinute?: number | undefined;
  /** Gets what happens to calls, those of `/v1/files` included. Default: only the contexts' own listeners hear, and not of `/v1/files`. */
  readonly onEvent?: ((event: ToolEvent) => void) | undefined;
  /** Answers `/mcp`. Default: 404. */
  readonly mcp?: McpHandler | undefined;
  /** Bounds of the streams at `/v1/events`; `false` where this runtime can't keep any. */
  readonly eventStreams?: Partial<EventStreamBounds> | false | undefined;
  /** Version of the product, for entity tags and `/openapi.json`. */
  readonly version?: string | undefined;
  /** What else answers depend on, such as the selection of documents, as text for entity tags. Default empty. */
  readonly configuration?: string | undefined;
  /** Milliseconds, never backwards. Default: the runtime's own. */
  readonly now?: (() => number) | undefined;
  /**
   * Answers what is asked of a workspace in place of its context here, once the caller has been admitted; the request carries its id.
   * Default: the context does.
   */
  readonly forward?: ((request: Request, workspace: string) => Promise<Response>) | undefined;
}

/** What a server tells of a request that its URL does not. */
export interface RequestFacts {
  /**
   * The target as it was sent. A URL has `..` and `%2e%2e` folded, so without this a path that was sent to climb is answered for where it
   * climbed to, which is still inside.
   */
  readonly rawTarget?: string | undefined;
}

export interface HttpApp {
  /** Answers a request. Never throws. */
  fetch(request: Request, facts?: RequestFacts): Promise<Response>;
  /** Ends the streams of events, which would have no end otherwise, so that a server can. */
  close(): void;
}

type Routed = { Bindings: { readonly exchange: Exchange } };

const nobody: Caller = { actor: undefined, role: undefined, scopes: new Set(), workspaces: [] };

/** Makes the face. Wrong tokens or settings of JWT, and no workspace, are `invalid_options`. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { now = () => performance.now(), allowedOrigins = [], forward } = options;
  const service = resolveService(options);
  const policy: RequestPolicy = {
    hosts: options.allowedHosts ?? (needsCredentials(options) ? undefined : loopbackHosts),
    origins: allowedOrigins,
  };
  const authenticate = createAuthenticate(options, metadataPath);
  const limitRate = createRateLimit({ requestsPerMinute: options.requestsPerMinute, now });
  const app = new OpenAPIHono<Routed>({
    strict: true,
    getPath: (_request, given) => (given as { readonly env: Routed["Bindings"] }).env.exchange.target.route,
  });
  const describe = (): object =>
    describeApi(app, { version: service.version, context: defaultContextOf(service.workspaces) });
  const routes = [
    ...createServiceRoutes(describe),
    ...toolRoutes,
    ...sparqlRoutes,
    ...graphRoutes,
    ...fileRoutes,
    ...approvalRoutes,
    eventRoute,
    mcpRoute,
  ];
  for (const route of routes) addRoute(app, route);
  app.notFound(({ env: { exchange } }) => respondWithFailure(noRoute(app, exchange)));
  app.onError((cause, { env: { exchange } }) =>
    cause instanceof ToolFailure ? respondWithToolError(exchange, cause.error) : respondWithFailure(cause),
  );

  async function admit(request: Request, target: Target, about: RequestLabels): Promise<Exchange> {
    const isPublic = target.workspace === undefined && publicPaths.has(target.route);
    const caller = isPublic ? nobody : await authenticate(request);
    if (!isPublic) limitRate(caller.actor);
    const workspace = target.workspace ?? "default";
    const isOfServer = isPublic || (target.workspace === undefined && target.route === metricsPath);
    const named = mayUse(caller, workspace) ? service.workspaces.get(workspace) : undefined;
    const context = isOfServer ? defaultContextOf(service.workspaces) : named;
    if (context === undefined) throw noWorkspace(workspace);
    if (!isOfServer) about.workspace = workspace;
    return {
      request,
      target,
      params: {},
      caller,
      workspace,
      context,
      base: target.workspace === undefined ? "" : `/w/${encodeURIComponent(workspace)}`,
      requestId: about.id,
      routed: (path) => {
        about.route = path;
      },
      session: sessionOf(request, caller),
      trace: /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(request.headers.get("traceparent") ?? "")?.[1],
      service,
    };
  }

  async function answer(request: Request, facts: RequestFacts, about: RequestLabels): Promise<Response> {
    const { headers, method } = request;
    checkMethod(method);
    const target = judgeTarget(facts.rawTarget ?? targetOf(request.url));
    const host = headers.get("host") ?? new URL(request.url).host;
    checkHost(host, target.authority, policy);
    checkOrigin(headers.get("origin"), host, policy);
    checkFraming(headers);
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: knownMethods.join(", ") } });
    const exchange = await admit(request, target, about);
    if (forward === undefined || about.workspace === undefined) return app.fetch(request, { exchange });
    about.route = "forwarded";
    return forward(withRequestId(request, about.id), about.workspace);
  }

  return {
    async fetch(request, facts = {}) {
      const started = now();
      const about: RequestLabels = { id: requestIdOf(request), route: "none", workspace: undefined };
      const response = finishResponse(await answer(request, facts, about).catch(respondWithFailure), {
        request,
        requestId: about.id,
        allowedOrigins,
      });
      const method = knownMethods.includes(request.method) ? request.method : "other";
      const seconds = (now() - started) / 1_000;
      const { route, workspace } = about;
      service.metrics.request({ workspace, method, route, status: response.status, seconds });
      return response;
    },
    close: () => service.eventStreams?.close(),
  };
}

/** What is found out about a request on its way. */
interface RequestLabels {
  readonly id: string;
  /** The path of the route that answered. */
  route: string;
  /** The workspace that it was about. */
  workspace: string | undefined;
}

function resolveService(options: HttpAppOptions): HttpService {
  const { workspaces, version = "0.0.0", configuration = "", onEvent, mcp, jwt } = options;
  const contexts = new Map(Object.entries(workspaces));
  if (contexts.size === 0) {
    throw new GraphdownError({
      code: "invalid_options",
      message: "A server needs at least one workspace.",
      details: { option: "workspaces" },
      next: "Give workspaces: { default: context }.",
    });
  }
  const metrics = createMetrics();
  const eventStreams = options.eventStreams === false ? undefined : createEventStreams(options.eventStreams);
  return { workspaces: contexts, version, configuration, onEvent, metrics, mcp, eventStreams, issuer: jwt?.issuer };
}

function addRoute(app: OpenAPIHono<Routed>, { methods, path, config, answer }: HttpRoute): void {
  if (config !== undefined) app.openAPIRegistry.registerPath(config);
  app.on([...methods], path.replaceAll(/\{([a-z]+)\}/g, ":$1"), (given) => {
    const { exchange } = given.env;
    exchange.routed(path);
    return answer({ ...exchange, params: given.req.param() as Record<string, string> });
  });
}

/** 405 for a path that has other methods, else 404. */
function noRoute(app: OpenAPIHono<Routed>, { request, target }: Exchange): GraphdownError {
  const has = (method: string): boolean => app.router.match(method, target.route)[0].length > 0;
  const methods = knownMethods.filter((method) => has(method === "HEAD" ? "GET" : method));
  if (methods.length > 0) return methodNotAllowed(request.method, methods);
  return new GraphdownError({
    code: "not_found",
    message: `There is nothing at "${showPath(target.raw)}".`,
    next: "GET /openapi.json describes what there is.",
  });
}

/** The workspace that stands for the server itself where none is named. */
function defaultContextOf(workspaces: ReadonlyMap<string, FileContext>): FileContext {
  const [first] = workspaces.values();
  return workspaces.get("default") ?? (first as FileContext);
}

/** One that the caller may not use does not exist for it. */
function noWorkspace(name: string): GraphdownError {
  return new GraphdownError({
    code: "not_found",
    message: `There is no workspace "${showPath(name)}".`,
    details: { workspace: showPath(name) },
    next: "Name a workspace that the token is for: /w/{name}/v1/tools.",
  });
}

/** In a Worker, and wherever else a server does not tell the target as it was sent. */
function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

const visible = /^[\x21-\x7e]{1,128}$/;

/** The caller's id for the request where it is one, else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && visible.test(given) ? given : crypto.randomUUID();
}

function withRequestId(request: Request, id: string): Request {
  const forwarded = new Request(request);
  forwarded.headers.set("x-request-id", id);
  return forwarded;
}

/** A conversation that the caller names, below its own name, so that none can look into another's. */
function sessionOf(request: Request, { actor }: Caller): string | undefined {
  const given = request.headers.get("graphdown-session");
  if (given === null) return undefined;
  if (visible.test(given)) return `${actor ?? "anyone"}:${given}`;
  throw new GraphdownError({
    code: "invalid_input",
    message: "The header Graphdown-Session holds no name of a session.",
    details: { reason: "session" },
    next: "Give 1 to 128 visible ASCII characters.",
  });
}
