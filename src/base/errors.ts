/** The one error class of the library and its closed list of codes. */

/** Every code that an error of this library can carry; what each is for is written in `docs/errors.md`. */
export const errorCodes = [
  "invalid_path",
  "invalid_input",
  "invalid_pattern",
  "invalid_query",
  "invalid_options",
  "not_found",
  "already_exists",
  "version_conflict",
  "edit_conflict",
  "limit_exceeded",
  "pattern_timeout",
  "operation_timeout",
  "cancelled",
  "no_documents",
  "unsupported",
  "not_acceptable",
  "storage_failed",
  "unauthorized",
  "permission_denied",
  "approval_required",
  "approval_denied",
] as const;

/** One of {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];

/** Details as data: JSON-safe values only; `reason` holds the finer word. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** An error as data, the form that faces and tool results carry. */
export interface ErrorInfo {
  readonly code: ErrorCode;
  /** What was wrong, and what was got. */
  readonly message: string;
  /** The logical path that the error is about, if there is one. */
  readonly path?: string;
  readonly details?: ErrorDetails;
  /** What to do next, as one sentence. */
  readonly next?: string;
}

/** What {@link GraphdownError} is made from. */
export interface GraphdownErrorOptions {
  readonly code: ErrorCode;
  readonly message: string;
  readonly path?: string | undefined;
  readonly details?: ErrorDetails | undefined;
  readonly next?: string | undefined;
  readonly cause?: unknown;
}

const brand = Symbol.for("graphdown.error");

/** The error that every function of the library throws, so that callers can branch on `code`. */
export class GraphdownError extends Error {
  override readonly name = "GraphdownError";
  readonly code: ErrorCode;
  readonly path: string | undefined;
  readonly details: ErrorDetails | undefined;
  readonly next: string | undefined;

  constructor(options: GraphdownErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.path = options.path;
    this.details = options.details;
    this.next = options.next;
    // Seen by every copy of the package, and by nothing that lists the fields of an error.
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether a value is our error, also when it comes from another copy of the package. */
  static isInstance(value: unknown): value is GraphdownError {
    return typeof value === "object" && value !== null && brand in value;
  }

  /** The error as data. */
  toInfo(): ErrorInfo {
    return {
      code: this.code,
      message: this.message,
      ...(this.path === undefined ? {} : { path: this.path }),
      ...(this.details === undefined ? {} : { details: this.details }),
      ...(this.next === undefined ? {} : { next: this.next }),
    };
  }
}
