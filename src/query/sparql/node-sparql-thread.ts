/** The program of the thread that holds the store and runs queries, so that one that takes too long can be ended with it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { initSync, namedNode, Store } from "oxigraph/web.js";
import { boundedModule } from "./bounded-module.ts";
import { failureOf, type RunFailure } from "./engine-error.ts";
import type { Oxigraph } from "./oxigraph.ts";
import type { StoreAnswer, StoreMessage, ThreadSettings } from "./thread-protocol.ts";
import { TripleStore } from "./triple-store.ts";

const { maximumMemoryBytes } = workerData as ThreadSettings;

const file = createRequire(import.meta.url).resolve("oxigraph/web_bg.wasm");
const module = new WebAssembly.Module(boundedModule(readFileSync(file), maximumMemoryBytes));
/** The engine, or how it failed to start: then it answers everything with that. */
const engine = start();

parentPort?.on("message", (message: StoreMessage) => {
  parentPort?.postMessage(answer(message));
});

function start(): { readonly memory: WebAssembly.Memory; readonly store: TripleStore } | RunFailure {
  try {
    const { memory } = initSync({ module });
    return { memory, store: new TripleStore({ Store, namedNode } as unknown as Oxigraph) };
  } catch (thrown) {
    // Nothing has been asked of it yet, so that only its memory can be too small.
    return failureOf(thrown, () => true);
  }
}

function answer(message: StoreMessage): StoreAnswer {
  if ("kind" in engine) return { kind: "failed", failure: engine };
  const { store, memory } = engine;
  try {
    if (message.kind === "query") return { kind: "result", result: store.run(message.job) };
    store.change(message.change);
    return { kind: "changed" };
  } catch (thrown) {
    return { kind: "failed", failure: failureOf(thrown, () => isFull(memory)) };
  }
}

/** Tables double when they grow, so that half is full. */
function isFull(memory: WebAssembly.Memory): boolean {
  return memory.buffer.byteLength * 2 > maximumMemoryBytes;
}
