/** Serves an HTTP app on Node: sockets, their bounds in time and number, and an orderly end. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { GraphdownError } from "../../base/errors.ts";
import type { HttpApp } from "./create-http-app.ts";
import { respondWithFailure, toProblem } from "./problem.ts";

export interface ServeOptions {
  readonly app: HttpApp;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** 0 takes a free one. */
  readonly port: number;
  readonly bounds?: Partial<ServerBounds> | undefined;
}

/** Times are milliseconds. */
export interface ServerBounds {
  /** For the head of a request. Default 10 s. */
  readonly headersTimeout: number;
  /** For a whole request. Default 60 s. */
  readonly requestTimeout: number;
  /** For a connection on which nothing moves. Default 120 s. */
  readonly idleTimeout: number;
  /** Connections at once; further ones are closed. Default 1,024. */
  readonly maxConnections: number;
  /** For requests that are running when the server is to end. Default 10 s. */
  readonly shutdownTimeout: number;
}

/** A server that runs. */
export interface RunningServer {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  /** Takes no further connections, ends streams of events, lets what runs end within its bound, and then closes. */
  close(): Promise<void>;
}

const defaultBounds: ServerBounds = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  idleTimeout: 120_000,
  maxConnections: 1_024,
  shutdownTimeout: 10_000,
};

/** Bytes of a request's head; more are 431. */
const maximumHeadBytes = 16 * 1024;

/** Starts listening. An address that can't be had is `invalid_options`. */
export async function serveHttp({
  app,
  host = "127.0.0.1",
  port,
  bounds: given,
}: ServeOptions): Promise<RunningServer> {
  const bounds = { ...defaultBounds, ...given };
  const answering = new Map<Socket, ServerResponse>();
  const listener = getRequestListener(
    (request, env) => app.fetch(request, { rawTarget: (env.incoming as IncomingMessage).url }),
    { overrideGlobalObjects: false, errorHandler: badRequest },
  );
  const server = createServer(
    {
      maxHeaderSize: maximumHeadBytes,
      // Missed all the same, in our words.
      requireHostHeader: false,
      headersTimeout: bounds.headersTimeout,
      requestTimeout: bounds.requestTimeout,
      connectionsCheckingInterval: Math.max(50, Math.min(5_000, bounds.headersTimeout / 2)),
      // Longer than a question keeps the process from reading: a connection must not run out while its next request waits to be read.
      keepAliveTimeout: 65_000,
      noDelay: true,
    },
    (incoming, outgoing) => {
      unused.delete(incoming.socket);
      answering.set(incoming.socket, outgoing);
      outgoing.once("close", () => {
        answering.delete(incoming.socket);
        // A connection whose answer began before the end was not told of it, and would be kept for a next request.
        if (closing) setImmediate(() => server.closeIdleConnections());
      });
      if (closing) outgoing.setHeader("Connection", "close");
      void listener(incoming, outgoing);
    },
  );
  let closing = false;
  /** Connections on which no request has come yet: to Node they are not idle, and the end would wait for them. */
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  // The bound on bytes is the bound; Node would drop further headers without a word.
  server.maxHeadersCount = 0;
  server.maxConnections = bounds.maxConnections;
  server.timeout = bounds.idleTimeout;
  server.on("clientError", (cause: NodeJS.ErrnoException, socket: Socket) => refuse(cause, socket, answering));
  // Nothing is tunnelled through this server.
  server.on("connect", (_request, socket: Socket) => end(socket, 405, "The method CONNECT can't be used here."));
  await listen(server, host, port);
  return {
    url: urlOf(server.address() as AddressInfo),
    async close() {
      closing = true;
      // What has arrived by now is read: to Node a connection is idle until then, and would be closed unheard.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      app.close();
      server.closeIdleConnections();
      // One whose first request has begun to come is heard.
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
      const timer = setTimeout(() => server.closeAllConnections(), bounds.shutdownTimeout);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** A request from which no URL can be made: what it asks for is unknown, so no route can say more. */
function badRequest(): Response {
  return respondWithFailure(
    new GraphdownError({
      code: "invalid_input",
      message: "The request has no good target or Host.",
      details: { reason: "bad_target" },
      next: "Send a path, percent-encoded, and the header Host.",
    }),
  );
}

/** Answers what is no HTTP request, or came too slowly, unless an answer to an earlier one is on its way there. */
function refuse(cause: NodeJS.ErrnoException, socket: Socket, answering: ReadonlyMap<Socket, ServerResponse>): void {
  if (cause.code === "ECONNRESET" || !socket.writable || answering.get(socket)?.headersSent === true) {
    socket.destroy(cause);
    return;
  }
  if (cause.code === "HPE_HEADER_OVERFLOW")
    end(socket, 431, `The head of the request is larger than ${maximumHeadBytes} bytes.`);
  else if (cause.code === "ERR_HTTP_REQUEST_TIMEOUT") end(socket, 408, "The request did not arrive in time.");
  else end(socket, 400, "This is no HTTP request that could be understood without doubt.");
}

function end(socket: Socket, status: number, message: string): void {
  const code = status === 431 ? "limit_exceeded" : "invalid_input";
  const problem = toProblem({ code, message }, status);
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${status} ${problem.title}`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  socket.destroySoon();
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (cause) {
    const system = (cause as NodeJS.ErrnoException).code ?? "unknown";
    throw new GraphdownError({
      code: "invalid_options",
      message: `The server can't listen on ${host}, port ${port} (${system}).`,
      details: { option: "port", system },
      next: "Choose another --port or --host; port 0 takes a free one.",
      cause,
    });
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
