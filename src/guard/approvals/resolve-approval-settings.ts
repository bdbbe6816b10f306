/** Fills in when a person is asked. */
import { GraphdownError } from "../../base/errors.ts";
import type { ApprovalCall, ApprovalMode, ApprovalSettings, ResolvedApprovalSettings } from "./approval-rule.ts";

const modes: readonly ApprovalMode[] = ["all", "writes", "none"];

/** A mode that is unknown, or a rule that is no function, is `invalid_options`. */
export function resolveApprovalSettings(given: ApprovalMode | ApprovalSettings = {}): ResolvedApprovalSettings {
  const { ask = "all", rules = [] } = typeof given === "string" ? { ask: given } : given;
  if (!modes.includes(ask)) {
    throw new GraphdownError({
      code: "invalid_options",
      message: `Approvals can be asked for ${modes.join(", ")}, but not for ${JSON.stringify(ask)}.`,
      details: { option: "approvals", known: modes },
      next: 'Give approvals "all", "writes" or "none".',
    });
  }
  if (!Array.isArray(rules) || rules.some((rule) => typeof rule !== "function")) {
    throw new GraphdownError({
      code: "invalid_options",
      message: "approvals.rules must be a list of functions.",
      details: { option: "approvals.rules" },
      next: "Give functions that take a call and answer true or false, such as readOnlyTools.",
    });
  }
  return { ask, rules };
}

/**
 * Whether a person has to be asked for a call, when no rule lets it through. Memory is the agent's own and never asked about; a dry run
 * changes nothing and counts as reading.
 */
export async function needsApproval(
  settings: ResolvedApprovalSettings,
  call: ApprovalCall,
  isDryRun: boolean,
): Promise<boolean> {
  const { effect } = call.tool;
  if (settings.ask === "none" || effect === "memory") return false;
  if (settings.ask === "writes" && (effect === "read" || isDryRun)) return false;
  for (const rule of settings.rules) if ((await rule(call)) === true) return false;
  return true;
}
