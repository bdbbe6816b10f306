/** Asks the person at the client for approval. */
import {
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type ElicitResult,
  ElicitResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { ToolContext } from "../../context/file-context.ts";
import type { ApprovalAnswer } from "../../guard/approvals/approval-request.ts";
import { describeApproval } from "./describe-approval.ts";
import type { McpExtra } from "./mcp-extra.ts";

/** What can be answered, with how it reads. */
const choices = {
  approve: "Yes, this once",
  approve_same_arguments: "Yes, and always for exactly these arguments in this session",
  approve_tool: "Yes, and always for this tool in this session",
  deny: "No",
} as const;

const requestedSchema: ElicitRequestFormParams["requestedSchema"] = {
  type: "object",
  properties: {
    decision: {
      type: "string",
      title: "Decision",
      enum: Object.keys(choices),
      enumNames: Object.values(choices),
    },
  },
  required: ["decision"],
};

/** Whether a client can show a form. A client that only opens URLs can't. */
export function canElicit(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Asks over the connection that the call came with. What is no clear answer is none. */
export function askByElicitation(
  extra: Pick<McpExtra, "sendRequest">,
  waiting: () => void,
): NonNullable<ToolContext["askApproval"]> {
  return async (request, signal) => {
    waiting();
    const timeout = Math.max(1, Date.parse(request.expiresAt) - Date.now());
    const params: ElicitRequestFormParams = { mode: "form", message: describeApproval(request), requestedSchema };
    try {
      const options = { timeout, ...(signal === undefined ? {} : { signal }) };
      return answerOf(await extra.sendRequest({ method: "elicitation/create", params }, ElicitResultSchema, options));
    } catch {
      // A client that fails to ask, or nobody who answers in time: never a silent yes. The caller's abort keeps its own reason.
      signal?.throwIfAborted();
      return undefined;
    }
  };
}

function answerOf({ action, content }: ElicitResult): ApprovalAnswer | undefined {
  if (action === "decline") return { approved: false };
  if (action !== "accept") return undefined;
  switch (content?.["decision"]) {
    case "approve":
      return { approved: true };
    case "approve_same_arguments":
      return { approved: true, always: "arguments" };
    case "approve_tool":
      return { approved: true, always: "tool" };
    case "deny":
      return { approved: false };
    default:
      return undefined;
  }
}
