/** A server over real sockets for tests. Every response is held against `/openapi.json`. */
import { connect, type Socket } from "node:net";
import { createHttpApp, type HttpAppOptions } from "../../../src/faces/http/create-http-app.ts";
import { type RunningServer, type ServerBounds, serveHttp } from "../../../src/faces/http/node-serve.ts";
import { createFileContext, createMemoryStore, type FileContext, type FileContextOptions } from "../../../src/index.ts";
import { notes } from "../../context/notes.ts";
import { createDirectEngine } from "../../query/sparql/direct-engine.ts";
import { type CheckResponse, createResponseCheck } from "./check-response.ts";

export { notes } from "../../context/notes.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly json: any;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sent as JSON with its content type. */
  readonly json?: unknown;
  readonly token?: string;
}

export interface TestServer extends RunningServer {
  readonly context: FileContext;
  readonly port: number;
  ask(target: string, options?: AskOptions): Promise<Answer>;
  call(tool: string, input: unknown, options?: AskOptions): Promise<Answer>;
  /** Writes bytes to a socket as they are, and gives everything that comes back until the server closes or is quiet. */
  raw(text: string | Uint8Array): Promise<string>;
}

export interface StartOptions extends Partial<Omit<HttpAppOptions, "workspaces">> {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly context?: Partial<FileContextOptions>;
  readonly workspaces?: Readonly<Record<string, FileContext>>;
  readonly bounds?: Partial<ServerBounds>;
}

/** A context over files in memory that may be written, without approvals. */
export function openWritable(
  files: Readonly<Record<string, string | Uint8Array>> = notes,
  options: Partial<FileContextOptions> = {},
): Promise<FileContext> {
  return createFileContext({
    store: createMemoryStore({ files }),
    permissions: { write: true, delete: true },
    approvals: "none",
    sparql: async () => createDirectEngine(),
    ...options,
  });
}

export async function startServer({
  files,
  context: given,
  bounds,
  ...options
}: StartOptions = {}): Promise<TestServer> {
  const context = options.workspaces?.["default"] ?? (await openWritable(files, given));
  const app = createHttpApp({ version: "1.2.3", ...options, workspaces: options.workspaces ?? { default: context } });
  const server = await serveHttp({ app, port: 0, bounds });
  const port = Number(new URL(server.url).port);
  const description = await (await fetch(`${server.url}/openapi.json`)).json();
  const check = createResponseCheck(description as Parameters<typeof createResponseCheck>[0]);
  const ask = (target: string, asked: AskOptions = {}): Promise<Answer> => send(server.url, target, asked, check);
  return {
    ...server,
    context,
    port,
    ask,
    call: (tool, input, asked) => ask(`/v1/tools/${tool}`, { method: "POST", json: input, ...asked }),
    raw: (text) => sendRaw(port, text),
  };
}

async function send(
  url: string,
  target: string,
  { method = "GET", headers = {}, body, json, token }: AskOptions,
  check: CheckResponse,
): Promise<Answer> {
  const response = await fetch(`${url}${target}`, {
    method,
    redirect: "manual",
    headers: {
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(json === undefined && body === undefined
      ? {}
      : { body: (json === undefined ? body : JSON.stringify(json)) as string }),
  });
  const text = await response.text();
  const contentType = response.headers.get("content-type");
  check({ method, target, status: response.status, contentType, text });
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text) as unknown;
    },
  };
}

function sendRaw(port: number, text: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, "127.0.0.1");
    let received = "";
    const end = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(3_000, end);
    socket.on("data", (chunk) => {
      socket.setTimeout(150);
      received += chunk.toString("latin1");
    });
    socket.on("error", end);
    socket.on("close", end);
    socket.write(text);
  });
}

/** The status of the first response in raw text. */
export function statusOfRaw(text: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  return status === undefined ? undefined : Number(status);
}
