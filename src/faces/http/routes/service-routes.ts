/** What belongs to the server and not to the files: health, numbers, the API's description and its page, metadata for OAuth. */
import { requireScope } from "../authenticate.ts";
import { mayUse, scopes } from "../caller.ts";
import { failures } from "../describe-responses.ts";
import { json } from "../exchange.ts";
import type { HttpRoute } from "../http-route.ts";
import { referencePage } from "../reference-page.ts";
import { healthSchema, resourceMetadataSchema } from "../schemas.ts";

/** Where OAuth clients look for the authorization server (RFC 9728). */
export const metadataPath = "/.well-known/oauth-protected-resource";

export const metricsPath = "/metrics";

/** Paths that are answered without credentials. */
export const publicPaths: ReadonlySet<string> = new Set([
  "/healthz",
  "/openapi.json",
  "/docs",
  "/docs/page.js",
  "/docs/page.css",
  metadataPath,
]);

const page = (path: string, type: string, text: string): HttpRoute => ({
  methods: ["GET"],
  path,
  answer: () =>
    new Response(text, {
      headers: {
        "Content-Type": `${type}; charset=utf-8`,
        "Content-Security-Policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      },
    }),
});

/** The routes; `describe` gives the API's description. */
export function createServiceRoutes(describe: () => object): readonly HttpRoute[] {
  return [
    {
      methods: ["GET"],
      path: "/healthz",
      config: {
        method: "get",
        path: "/healthz",
        summary: "Whether the server answers, and what its storage can promise",
        security: [],
        responses: {
          200: { description: "It does", content: { "application/json": { schema: healthSchema } } },
          ...failures,
        },
      },
      answer: ({ service: { version, workspaces } }) => {
        const storage = Array.from(workspaces.values(), (context) => context.describeStore());
        return json({ status: "ok", version, storage }, { headers: { "Cache-Control": "no-store" } });
      },
    },
    {
      methods: ["GET"],
      path: metricsPath,
      config: {
        method: "get",
        path: metricsPath,
        summary: "Requests, durations, tool calls and pending approvals, for Prometheus",
        responses: {
          200: { description: "The numbers", content: { "text/plain": { schema: { type: "string" } } } },
          ...failures,
        },
      },
      answer: ({ caller, service: { metrics, workspaces } }) => {
        requireScope(caller, "read");
        const values = Array.from(workspaces)
          .filter(([workspace]) => mayUse(caller, workspace))
          .map(([workspace, { approvals }]) => ({ labels: { workspace }, value: approvals.pending().length }));
        const pending = { name: "graphdown_approvals_pending", help: "Requests that wait for an answer.", values };
        return new Response(
          metrics.render([pending], (workspace) => mayUse(caller, workspace)),
          {
            headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
          },
        );
      },
    },
    { methods: ["GET"], path: "/openapi.json", answer: () => json(describe()) },
    page("/docs", "text/html", referencePage.html),
    page("/docs/page.js", "text/javascript", referencePage.script),
    page("/docs/page.css", "text/css", referencePage.style),
    {
      methods: ["GET"],
      path: metadataPath,
      config: {
        method: "get",
        path: metadataPath,
        summary: "Which authorization server gives tokens (RFC 9728)",
        security: [],
        responses: {
          200: { description: "The metadata", content: { "application/json": { schema: resourceMetadataSchema } } },
          404: { description: "Tokens are not given by an authorization server" },
          ...failures,
        },
      },
      answer: ({ request, service: { issuer } }) => {
        if (issuer === undefined) return new Response(null, { status: 404 });
        return json({
          resource: new URL("/", request.url).href,
          authorization_servers: [issuer],
          scopes_supported: scopes,
          bearer_methods_supported: ["header"],
        });
      },
    },
  ];
}
