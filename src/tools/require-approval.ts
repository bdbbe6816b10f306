/** Asks for a person's yes where one is needed, before a tool runs. */
import { GraphdownError } from "../base/errors.ts";
import type { ToolContext, ToolDefinition } from "../context/file-context.ts";
import type { ApprovalQuestion, ApprovalRequest, ApprovalTarget } from "../guard/approvals/approval-request.ts";
import type { Approvals } from "../guard/approvals/approvals.ts";
import { needsApproval } from "../guard/approvals/resolve-approval-settings.ts";
import { hasParameter, requireUnchanged, targetsOf, withVersion } from "./call-targets.ts";

/** A call that has been understood. */
export interface UnderstoodCall {
  readonly tool: ToolDefinition;
  readonly args: object;
  readonly argumentsHash: string;
}

/** What came of asking. */
export interface ApprovedCall {
  /** The arguments to run with: bound to the version that was shown. */
  readonly args: object;
  /** The request that was approved; absent where nobody had to be asked. */
  readonly request?: ApprovalRequest;
  /** The answer to a call that would change nothing, as its trial run told it: it has not to be run. */
  readonly data?: object;
}

/** Tells of requests as they are made and answered. */
export type ApprovalListener = (what: "approval.asked" | "approval.answered", request: ApprovalRequest) => void;

/**
 * Lets a call through that needs no approval or has one; asks the caller's person where there is a way to. Otherwise the call ends in
 * `approval_required` with the request in `details.approval`, or in `approval_denied`; in `version_conflict` when a file has changed since it
 * was approved.
 */
export async function requireApproval(
  call: UnderstoodCall,
  context: ToolContext,
  tell: ApprovalListener,
): Promise<ApprovedCall> {
  const { tool, args } = call;
  const { files, actor, role, session, signal } = context;
  const { approvals, approvalSettings } = files.toolHost;
  const judged = { tool, arguments: args, actor, role, session };
  if (!(await needsApproval(approvalSettings, judged, isDryRun(args)))) return { args };

  // A repeat writes nothing and is answered from the first call, which was approved.
  if (await isRepeat(args, context)) return { args };

  const targets = await targetsOf(files, args, signal);
  const plain: ApprovalQuestion = {
    tool: tool.name,
    identity: tool.variantOf ?? tool,
    arguments: args,
    argumentsHash: call.argumentsHash,
    targets,
    actor,
    session,
  };
  const settle = (now: readonly ApprovalTarget[]): Promise<ApprovedCall | undefined> =>
    settleCall(approvals, { ...plain, targets: now }, { tool, tryOut: () => tryOut(tool, args, context) });
  const approved = await settle(targets);
  if (approved !== undefined) return approved;

  const trial = await tryOut(tool, args, context);
  if (trial !== undefined && changesNothing(trial) && !(await needsApproval(approvalSettings, judged, true))) {
    const { dryRun: _, ...data } = trial;
    return { args, data };
  }
  const request = approvals.ask(trial?.diff === undefined ? plain : { ...plain, diff: trial.diff });
  tell("approval.asked", request);
  if (context.askApproval === undefined) throw approvalRequired(request, context);
  const answer = await context.askApproval(request, signal);
  if (answer === undefined) throw approvalRequired(request, context);
  tell("approval.answered", approvals.answer(request.id, answer));
  const settled = await settle(await targetsOf(files, args, signal));
  if (settled === undefined) throw approvalRequired(request, context);
  return settled;
}

/** Whether a change with the call's idempotency key was made for this caller; with other arguments it is then refused and not made. */
async function isRepeat(args: object, { files, actor, signal }: ToolContext): Promise<boolean> {
  const { idempotencyKey } = args as { readonly idempotencyKey?: string };
  return idempotencyKey !== undefined && (await files.isAnswered(idempotencyKey, { actor, signal }));
}

/** The verdict that is there already, used up; `undefined` when nobody has answered. What was shown must still be what would be done. */
async function settleCall(
  approvals: Approvals,
  question: ApprovalQuestion,
  { tool, tryOut }: { readonly tool: ToolDefinition; readonly tryOut: () => Promise<Trial | undefined> },
): Promise<ApprovedCall | undefined> {
  const { targets } = question;
  const verdict = approvals.verdictOn(question);
  switch (verdict.kind) {
    case "open":
      return undefined;
    case "standing":
      return { args: question.arguments };
    case "denied":
      throw approvalDenied(verdict.request);
    case "approved":
      requireUnchanged(verdict.request.targets, targets);
      if ((await tryOut())?.diff !== verdict.request.diff) throw otherDifference(question);
      return { args: withVersion(tool, question.arguments, targets), request: verdict.request };
  }
}

function isDryRun(args: object): boolean {
  return (args as { readonly dryRun?: unknown }).dryRun === true;
}

/** The parts of the answer to a trial run that matter here. */
interface Trial {
  readonly diff?: string;
  readonly deleted?: boolean;
  readonly dryRun?: true;
}

/** What a call would change, as the tool itself tells without changing it. A call that would fail fails here, and nobody is asked. */
async function tryOut(tool: ToolDefinition, args: object, context: ToolContext): Promise<Trial | undefined> {
  if (!hasParameter(tool, "dryRun") || isDryRun(args)) return undefined;
  const { idempotencyKey: _, ...rest } = args as { readonly idempotencyKey?: string };
  return tool.handler({ ...rest, dryRun: true }, context);
}

/** There is no file to delete: a person would be asked about nothing. */
function changesNothing({ deleted }: Trial): boolean {
  return deleted === false;
}

function approvalRequired(request: ApprovalRequest, { approvalAdvice }: ToolContext): GraphdownError {
  return new GraphdownError({
    code: "approval_required",
    message: `${request.tool} waits for a person's approval, and nothing was done yet.`,
    details: { approval: request },
    next:
      approvalAdvice ??
      `Have the request ${request.id} answered by ${request.expiresAt}, then make the same call again.`,
  });
}

/** A call may change files that it does not name, such as those that link to a file that is moved. */
function otherDifference({ tool }: ApprovalQuestion): GraphdownError {
  return new GraphdownError({
    code: "version_conflict",
    message: `${tool} would now change other text than the approval request showed, and nothing was done.`,
    details: { reason: "changed_since_approval" },
    next: "Make the call anew, so that what it does now is shown.",
  });
}

function approvalDenied(request: ApprovalRequest): GraphdownError {
  return new GraphdownError({
    code: "approval_denied",
    message: `A person refused this call of ${request.tool}, and nothing was done.`,
    details: { reason: "refused", approval: request.id },
    next: "Don't repeat it; ask what is wanted instead.",
  });
}
