/** When a call goes through without a person being asked. */

/** The call that a rule judges. */
export interface ApprovalCall {
  /** The tool itself: compare it and not its name, which another tool may use too. */
  readonly tool: { readonly name: string; readonly effect: "read" | "write" | "delete" | "memory" };
  readonly arguments: object;
  readonly actor?: string | undefined;
  readonly role?: string | undefined;
  readonly session?: string | undefined;
}

/** `true` lets the call through; otherwise the next rule is asked, and in the end a person. A rule that throws fails the call. */
export type ApprovalRule = (call: ApprovalCall) => boolean | Promise<boolean>;

/** For which calls a person is asked: all, those that change something, or none. */
export type ApprovalMode = "all" | "writes" | "none";

/** When a person is asked. */
export interface ApprovalSettings {
  /** Default `all`. */
  readonly ask?: ApprovalMode | undefined;
  /** Exceptions, judged in order. Default none. */
  readonly rules?: readonly ApprovalRule[] | undefined;
}

/** {@link ApprovalSettings} with every default filled in. */
export interface ResolvedApprovalSettings {
  readonly ask: ApprovalMode;
  readonly rules: readonly ApprovalRule[];
}
