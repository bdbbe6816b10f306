/** How a server ends: with what has been asked, and without waiting for those who have asked nothing. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { startServer, type TestServer } from "./start-server.ts";

/** A server that would wait for longer than any test. */
const start = (): Promise<TestServer> =>
  startServer({ bounds: { shutdownTimeout: 3_600_000, idleTimeout: 3_600_000 } });

async function connected({ port }: TestServer): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  await once(socket, "connect");
  return socket;
}

it("ends connections on which nothing was asked, as browsers and clients open them ahead", async () => {
  const server = await start();
  const socket = await connected(server);
  socket.resume();
  const closed = once(socket, "close");
  // The server has met the connection when it has answered on a later one.
  await server.ask("/healthz");
  await server.close();
  await closed;
});

it("answers one whose request has only begun to come", async () => {
  const server = await start();
  const socket = await connected(server);
  let answer = "";
  socket.on("data", (text) => {
    answer += text;
  });
  socket.write("GET /healthz HTTP/1.1\r\n");
  await server.ask("/healthz");
  const ended = server.close();
  socket.write("Host: 127.0.0.1\r\n\r\n");
  await ended;
  if (!socket.closed) await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});
