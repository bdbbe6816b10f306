/** Stores on a server of this process, closed after the test. */
import { afterEach } from "vitest";
import type { FileStore } from "../../src/storage/file-store.ts";
import type { S3StoreOptions } from "../../src/storage/s3/s3-options.ts";
import { createS3Store } from "../../src/storage/s3-store.ts";
import { type S3Server, type S3ServerOptions, startS3Server } from "./s3-server.ts";

const servers: S3Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A server that is stopped after the test. */
export async function newServer(options: S3ServerOptions = {}): Promise<S3Server> {
  const server = await startS3Server(options);
  servers.push(server);
  return server;
}

/** What opens the bucket of a server, without a connection and without waiting; `fetch: undefined` goes over HTTP. */
export function optionsFor(server: S3Server, options: Partial<S3StoreOptions> = {}): S3StoreOptions {
  return {
    bucket: server.bucket,
    endpoint: server.endpoint,
    credentials: () => server.account,
    fetch: server.fetch,
    writable: true,
    retries: { sleep: async (_, signal) => signal?.throwIfAborted(), random: () => 0.5 },
    ...options,
  };
}

/** A store on a server. */
export function openS3(server: S3Server, options: Partial<S3StoreOptions> = {}): Promise<FileStore> {
  return createS3Store(optionsFor(server, options));
}
