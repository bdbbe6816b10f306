/** Tells a client how far one of its requests has come. */
import type { ProgressListener } from "../../context/context-options.ts";
import type { McpExtra } from "./mcp-extra.ts";

/** Milliseconds between two reports. */
const interval = 100;

/** Sends `notifications/progress` where the client gave a token; does nothing where it did not. */
export class CallProgress {
  readonly #token: string | number | undefined;
  readonly #send: McpExtra["sendNotification"];
  #last = -1;
  #told = Number.NEGATIVE_INFINITY;
  #phase: string | undefined;
  #before = 0;
  #total = 0;

  constructor({ _meta, sendNotification }: Pick<McpExtra, "_meta" | "sendNotification">) {
    this.#token = _meta?.progressToken;
    this.#send = sendNotification;
  }

  get isWanted(): boolean {
    return this.#token !== undefined;
  }

  /** `done` of `total` steps of a phase. What a client gets only ever grows: phases are added up, and what other calls do twice is left out. */
  readonly report: ProgressListener = (phase, done, total) => {
    if (phase !== this.#phase) {
      this.#before += this.#total;
      this.#phase = phase;
    }
    this.#total = total;
    const isEnd = done === total;
    if (!isEnd && performance.now() - this.#told < interval) return;
    this.#tell(this.#before + done, `${phase}: ${done} of ${total}`, this.#before + total);
  };

  /** One step without a number. */
  note(message: string): void {
    this.#before += 1;
    this.#tell(this.#last + 1, message);
  }

  #tell(progress: number, message: string, total?: number): void {
    if (this.#token === undefined || progress <= this.#last) return;
    this.#last = progress;
    this.#told = performance.now();
    const params = { progressToken: this.#token, progress, message, ...(total === undefined ? {} : { total }) };
    // A client that has gone away needs no report; the call itself ends by its own signal.
    this.#send({ method: "notifications/progress", params }).catch(() => {});
  }
}
