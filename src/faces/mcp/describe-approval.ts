/** An approval request in words, for the person who decides. */
import { escapeUnsafe } from "../../base/show-path.ts";
import type { ApprovalRequest, ApprovalTarget } from "../../guard/approvals/approval-request.ts";

/** Most characters of a diff or of arguments, and most files, that are shown; what is left out is said. */
const shownCharacters = 6_000;
const shownTargets = 50;

/** Which tool, which files as they are now, and what would change. Everything from outside is escaped. */
export function describeApproval({ tool, targets, diff, arguments: given, expiresAt }: ApprovalRequest): string {
  const files = targets.slice(0, shownTargets).map((target) => `- ${describeTarget(target)}`);
  const left = targets.length - files.length;
  return [
    `May the agent run ${escapeUnsafe(tool)}?`,
    ...(files.length === 0 ? [] : ["", "Files:", ...files]),
    ...(left > 0 ? [`- and ${left} more that are not shown`] : []),
    "",
    ...(diff === undefined ? ["Arguments:", ...block(JSON.stringify(given, null, 1))] : ["Change:", ...block(diff)]),
    "",
    `Nothing is done without a yes. The question ends at ${expiresAt}.`,
  ].join("\n");
}

function describeTarget({ path, length, version }: ApprovalTarget): string {
  const now = version === undefined ? "not there yet" : `${length} bytes, version ${version}`;
  return `${escapeUnsafe(path)} (${now})`;
}

/** Lines set in, so that none of them can pass for one of ours. */
function block(text: string): string[] {
  const shown = text.length <= shownCharacters ? text : text.slice(0, shownCharacters);
  const lines = shown.split("\n").map((line) => `    ${escapeLine(line)}`);
  const left = text.length - shown.length;
  return left === 0 ? lines : [...lines, `(cut here: ${left} more characters are not shown)`];
}

function escapeLine(line: string): string {
  return line.replace(/\r$/, "").split("\t").map(escapeUnsafe).join("\t");
}
