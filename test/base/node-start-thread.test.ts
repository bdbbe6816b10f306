import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { startThread } from "../../src/base/node-start-thread.ts";

describe("a thread of the package", () => {
  it("that can't be started is told as unsupported, with the reason and what to do", () => {
    let thrown: unknown;
    try {
      // Node takes programs from files and data alone.
      startThread(new URL("https://notes.example/program.js"), {});
    } catch (cause) {
      thrown = cause;
    }
    if (!GraphdownError.isInstance(thrown)) throw thrown;
    expect(thrown.toInfo()).toEqual({
      code: "unsupported",
      message: "No thread could be started (ERR_INVALID_URL_SCHEME).",
      details: { reason: "thread", kind: "ERR_INVALID_URL_SCHEME" },
      next: expect.stringContaining("Let the process start threads"),
    });
  });

  it("runs its program", async () => {
    const thread = startThread(
      new URL(
        'data:text/javascript,import("node:worker_threads").then(({parentPort})=>parentPort.postMessage("here"))',
      ),
      {},
    );
    const heard = await new Promise((resolve, reject) => thread.once("message", resolve).once("error", reject));
    await thread.terminate();
    expect(heard).toBe("here");
  });
});
