/** What is asked of a person before a tool runs, and what may be answered. */

/** A file that the call is about, as it is when the request is made. */
export interface ApprovalTarget {
  readonly path: string;
  /** Bytes of the file, and its version; both absent where there is no file yet. */
  readonly length?: number;
  readonly version?: string;
}

/** What a call would do, as far as it can be told without doing it. */
export interface ApprovalQuestion {
  readonly tool: string;
  /** The tool itself: a standing answer is bound to it and not to a name that another tool may use. */
  readonly identity: object;
  readonly arguments: object;
  /**
   * Arguments of which only the beginning is shown, each with its characters in all. Absent where all are whole: those of a request that
   * waits are, but in lists.
   */
  readonly cut?: Readonly<Record<string, number>>;
  /** SHA-256 of the arguments as they were understood. */
  readonly argumentsHash: string;
  readonly targets: readonly ApprovalTarget[];
  /** What would change, as a unified diff that says where it is cut. */
  readonly diff?: string;
  readonly actor?: string | undefined;
  readonly session?: string | undefined;
}

/** How far a request has come. `used`: approved, and the call has run. */
export type ApprovalState = "pending" | "approved" | "denied" | "used" | "expired";

/** One request. It is bound to its tool, arguments, actor, session and the versions that it shows. */
export interface ApprovalRequest extends Omit<ApprovalQuestion, "identity"> {
  readonly id: string;
  readonly state: ApprovalState;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  readonly expiresAt: string;
  /** Who answered, where that is known. */
  readonly answeredBy?: string;
}

/** A person's answer. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  /** Who answers. Who asked may not. */
  readonly by?: string | undefined;
  /**
   * From now on, without asking: every call of this `tool` by this actor and session, or every one with these `arguments`. Default: this call
   * only. Holds until the process ends.
   */
  readonly always?: "tool" | "arguments" | undefined;
}
