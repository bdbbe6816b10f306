/** Ready-made exceptions from approval. They know tools as objects: another tool of the same name is not covered. */
import { sha256OfText } from "../base/hash.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import type { ApprovalRule } from "../guard/approvals/approval-rule.ts";
import { isOurs } from "./our-tools.ts";
import { sortedJson } from "./sorted-json.ts";

/** Lets all our tools through that change nothing. */
export const readOnlyTools: ApprovalRule = ({ tool }) => tool.effect === "read" && isOurs(tool);

/** Lets all our tools through, those that write and delete too. Only for isolated environments, whose files nobody would miss. */
export const allTools: ApprovalRule = ({ tool }) => isOurs(tool);

/** Lets every call of one tool through. */
export function alwaysAllow(tool: ToolDefinition): ApprovalRule {
  return (call) => call.tool === tool;
}

/** Lets every call of one tool with just these arguments through. Give them as the tool's schema names them. */
export function alwaysAllowWith(tool: ToolDefinition, args: object): ApprovalRule {
  const allowed = sha256OfText(sortedJson(args));
  return (call) => call.tool === tool && sha256OfText(sortedJson(call.arguments)) === allowed;
}
