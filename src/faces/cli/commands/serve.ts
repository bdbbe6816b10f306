/** `graphdown serve` */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { GraphdownError } from "../../../base/errors.ts";
import type { FileContext } from "../../../context/file-context.ts";
import type { ApprovalMode } from "../../../guard/approvals/approval-rule.ts";
import type { AccessToken } from "../../http/access-tokens.ts";
import type { JwtSettings } from "../../http/jwt-access.ts";
import { allowWriteOption } from "../change-options.ts";
import type { Command, CommandSession, OptionValues } from "../command.ts";
import { eventsOption, openEventFile } from "../event-file.ts";
import { wholeNumber } from "../option-values.ts";

const defaultPort = 8420;
/** Milliseconds that calls over MCP get to end by themselves, since its streams never do. */
const graceMs = 1_000;

export const serveCommand: Command = {
  name: "serve",
  summary: "serve HTTP and MCP",
  usage: "",
  positionals: [0, 0],
  options: {
    port: { type: "string", short: "p", value: "N", does: `default ${defaultPort}; 0 takes a free one` },
    host: { type: "string", value: "ADDRESS", does: "default 127.0.0.1; any other than this machine's needs tokens" },
    "allow-write": allowWriteOption,
    approve: { type: "string", value: "WHAT", does: "ask a person before: all, writes (default) or none" },
    "token-file": {
      type: "string",
      value: "FILE",
      does: "lines of: token scopes [workspaces [actor]]; $GRAPHDOWN_TOKEN is one that reads and writes",
    },
    "jwt-keys": { type: "string", value: "URL", does: "key set of the server that signs tokens (JWKS)" },
    "jwt-issuer": { type: "string", value: "NAME", does: "who must have signed them" },
    "jwt-audience": { type: "string", value: "NAME", does: "for whom they must be" },
    "allow-host": { type: "string", multiple: true, value: "NAME", does: "a further value of Host to answer" },
    "allow-origin": { type: "string", multiple: true, value: "ORIGIN", does: "web pages of this origin may call" },
    rate: { type: "string", value: "N", does: "requests a minute for each caller (default: no bound)" },
    events: eventsOption,
  },
  examples: [
    { line: "graphdown serve --root notes", does: "read only, for programs on this machine" },
    { line: "graphdown serve --root notes --allow-write", does: "with writing, each write approved by a person" },
    { line: "graphdown serve --host 0.0.0.0 --token-file tokens", does: "for others, who need a token" },
  ],
  async run({ values }, session) {
    const host = (values["host"] as string | undefined) ?? "127.0.0.1";
    const approvals = approvalMode(values["approve"]);
    const tokens = await readTokens(values, session);
    const jwt = jwtSettings(values);
    const isLocal = isLoopback(host);
    if (!isLocal && tokens.length === 0 && jwt === undefined) throw needsTokens(host);
    const { terminal, signal, version } = session;
    const events = openEventFile(values["events"] as string | undefined, terminal);
    const onEvent = events?.onEvent;
    const [{ createHttpApp }, { serveHttp }, { createMcpHandler }, workspaces] = await Promise.all([
      import("../../http/create-http-app.ts"),
      import("../../http/node-serve.ts"),
      import("../../mcp/create-mcp-handler.ts"),
      session.openAll({
        approvals,
        onEvent,
        ownFiles: [text(values, "token-file"), text(values, "events")],
        thread: true,
      }),
    ]);
    const approverToken = isLocal && !canApprove(tokens, jwt) ? randomBytes(24).toString("base64url") : undefined;
    const mcp = createMcpHandler({ version });
    const app = createHttpApp({
      workspaces,
      tokens,
      jwt,
      approverToken,
      allowedHosts: hostsOf(values, tokens.length === 0 && jwt === undefined),
      allowedOrigins: values["allow-origin"] as string[] | undefined,
      requestsPerMinute: positive("rate", values["rate"]),
      onEvent,
      mcp,
      version,
      configuration: JSON.stringify([values["prefix"], values["markdown"], values["workspace"]]),
    });
    const server = await serveHttp({ app, host, port: wholeNumber("port", values["port"]) ?? defaultPort });
    terminal.progress.clear();
    terminal.note(`graphdown: serving at ${server.url} (reference ${server.url}/docs, MCP ${server.url}/mcp)`);
    if (approverToken !== undefined && asks(workspaces)) {
      terminal.note(`graphdown: approver token ${approverToken} (answers ${server.url}/v1/approvals)`);
    }
    await aborted(signal);
    terminal.note("graphdown: stopping");
    const closed = server.close();
    await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
    await mcp.close();
    await closed;
    await events?.close();
    return 0;
  },
};

function approvalMode(value: OptionValues[string]): ApprovalMode | undefined {
  if (value === undefined || value === "all" || value === "writes" || value === "none") return value;
  throw wrongOption("approve", `--approve must be all, writes or none, but got ${JSON.stringify(value)}.`);
}

/** The value of an option that takes text. */
function text(values: OptionValues, name: string): string | undefined {
  return values[name] as string | undefined;
}

async function readTokens(values: OptionValues, { environment }: CommandSession): Promise<readonly AccessToken[]> {
  const { parseTokenFile } = await import("../../http/access-tokens.ts");
  const file = values["token-file"] as string | undefined;
  const fromFile = file === undefined ? [] : parseTokenFile(await readTokenFile(file));
  const token = environment["GRAPHDOWN_TOKEN"];
  return token ? [...fromFile, { token, scopes: ["read", "write"], workspaces: ["*"], actor: "token" }] : fromFile;
}

async function readTokenFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const system = (cause as NodeJS.ErrnoException).code ?? "unknown";
    throw wrongOption("token-file", `The token file can't be read (${system}).`);
  }
}

function jwtSettings(values: OptionValues): JwtSettings | undefined {
  const [jwksUrl, issuer, audience] = ["jwt-keys", "jwt-issuer", "jwt-audience"].map(
    (name) => values[name] as string | undefined,
  );
  if (jwksUrl === undefined && issuer === undefined && audience === undefined) return undefined;
  if (jwksUrl !== undefined && issuer !== undefined && audience !== undefined) return { jwksUrl, issuer, audience };
  throw wrongOption("jwt-keys", "Signed tokens need --jwt-keys, --jwt-issuer and --jwt-audience, all three.");
}

/** Names that are answered besides those of this machine; `undefined` for any, where a token is asked for anyway. */
function hostsOf(values: OptionValues, isOpen: boolean): readonly string[] | undefined {
  const given = values["allow-host"] as string[] | undefined;
  return given === undefined ? undefined : [...(isOpen ? ["localhost", "127.0.0.1", "[::1]"] : []), ...given];
}

function positive(name: string, value: OptionValues[string]): number | undefined {
  const number = wholeNumber(name, value);
  if (number === undefined || number > 0) return number;
  throw wrongOption(name, `--${name} must be at least 1, but got ${number}.`);
}

/** Whether somebody who answers requests is known; whom an authorization server lets approve is its affair. */
function canApprove(tokens: readonly AccessToken[], jwt: JwtSettings | undefined): boolean {
  return jwt !== undefined || tokens.some(({ scopes }) => scopes.includes("approve"));
}

/** Whether a call could come to wait for an answer. */
function asks(workspaces: Readonly<Record<string, FileContext>>): boolean {
  return Object.values(workspaces).some(
    ({ toolHost: { approvalSettings, permissions } }) =>
      approvalSettings.ask === "all" || (approvalSettings.ask === "writes" && permissions.write),
  );
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function needsTokens(host: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `Without tokens the server listens on this machine only, and not on ${host}.`,
    details: { option: "host" },
    next: "Give --token-file, $GRAPHDOWN_TOKEN or --jwt-keys, or leave --host out.",
  });
}

function wrongOption(option: string, message: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message,
    details: { option },
    next: "graphdown serve --help shows its options.",
  });
}
