/** An error of ours that HTTP has a finer status, or headers, for. */
import { GraphdownError, type GraphdownErrorOptions } from "../../base/errors.ts";

export interface HttpRefusalOptions extends GraphdownErrorOptions {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Thrown by what only HTTP has: preconditions, media types, methods, credentials. */
export class HttpRefusal extends GraphdownError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, headers = {}, ...options }: HttpRefusalOptions) {
    super(options);
    this.status = status;
    this.headers = headers;
  }
}
