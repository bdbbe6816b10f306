/** The desk where calls wait for a person's yes. */
import type { ApprovalAnswer, ApprovalQuestion, ApprovalRequest } from "./approval-request.ts";

/** Requests and answers of one file context. Without records nothing of it outlives the process: what was pending then is void. */
export interface Approvals {
  /** Files a request, or gives the one that is pending for the same call. Too many pending ones, or too long ones, are `limit_exceeded`. */
  ask(question: ApprovalQuestion): ApprovalRequest;
  /** Unanswered requests, oldest first. */
  pending(): readonly ApprovalRequest[];
  /**
   * A request by its id, also one that is answered or expired, for a while; `undefined` if it is not known. Of one that is denied,
   * used up or expired the long arguments may be cut.
   */
  get(id: string): ApprovalRequest | undefined;
  /**
   * Answers a request, once. An unknown one is `not_found`; one that is answered already or expired, or an answer by who asked, is
   * `approval_denied`; what is no answer is `invalid_input`, and the request waits on.
   */
  answer(id: string, answer: ApprovalAnswer): ApprovalRequest;
  /** The verdict on a call, which uses an approval up: the approved or denied request for just this call, or a standing yes. */
  verdictOn(question: ApprovalQuestion): Verdict;
}

/** What is known of a call before it runs. */
export type Verdict =
  | { readonly kind: "approved"; readonly request: ApprovalRequest }
  | { readonly kind: "denied"; readonly request: ApprovalRequest }
  | { readonly kind: "standing" }
  | { readonly kind: "open" };
