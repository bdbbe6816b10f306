/** Where approval requests are kept, so that they outlive the memory of who filed them. */
import type { ApprovalQuestion, ApprovalState } from "./approval-request.ts";

/** One request as it is kept. The tool itself can't be: it is found again by its name. */
export interface ApprovalRecord {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly state: Exclude<ApprovalState, "expired">;
  readonly answeredBy?: string | undefined;
  readonly question: Omit<ApprovalQuestion, "identity">;
}

/**
 * A place for the requests of one desk. Nothing is to be answered, or done, before what was kept is durable: whoever implements this
 * holds answers back until then, or ends the desk.
 */
export interface ApprovalRecords {
  /** What was kept when the desk is opened, in the order of asking. */
  readonly kept: readonly ApprovalRecord[];
  /** Keeps a request, or what has become of one. */
  keep(record: ApprovalRecord): void;
  forget(id: string): void;
}
