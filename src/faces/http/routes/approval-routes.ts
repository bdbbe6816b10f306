/** `/v1/approvals`: calls that wait for a person's yes. */
import { GraphdownError } from "../../../base/errors.ts";
import { showPath } from "../../../base/show-path.ts";
import type { ApprovalRequest } from "../../../guard/approvals/approval-request.ts";
import { cutArguments } from "../../../guard/approvals/cut-arguments.ts";
import { requireScope } from "../authenticate.ts";
import { failures } from "../describe-responses.ts";
import { type Exchange, json } from "../exchange.ts";
import type { HttpRoute } from "../http-route.ts";
import { readJsonBody } from "../read-body.ts";
import { approvalAnswerSchema, approvalListSchema, approvalSchema } from "../schemas.ts";

const noStore = { "Cache-Control": "no-store" };

const listApprovals: HttpRoute = {
  methods: ["GET"],
  path: "/v1/approvals",
  config: {
    method: "get",
    path: "/v1/approvals",
    summary:
      "Unanswered approval requests: all of them with the scope approve, else the caller's own; long arguments are cut, and whole in the single request",
    responses: {
      200: { description: "The requests", content: { "application/json": { schema: approvalListSchema } } },
      ...failures,
    },
  },
  answer: (exchange) => {
    const approvals = exchange.context.approvals.pending().filter((request) => maySee(exchange, request));
    return json({ approvals: approvals.map(cutArguments) }, { headers: noStore });
  },
};

const getApproval: HttpRoute = {
  methods: ["GET"],
  path: "/v1/approvals/{id}",
  config: {
    method: "get",
    path: "/v1/approvals/{id}",
    summary: "One approval request",
    parameters: [idParameter()],
    responses: {
      200: { description: "The request", content: { "application/json": { schema: approvalSchema } } },
      ...failures,
    },
  },
  answer: (exchange) => json(findRequest(exchange), { headers: noStore }),
};

const answerApproval = (method: "post" | "put"): HttpRoute => ({
  methods: [method.toUpperCase()],
  path: "/v1/approvals/{id}",
  config: {
    method,
    path: "/v1/approvals/{id}",
    summary: "Answers a request, once; needs the scope approve, and who asked may not answer",
    parameters: [idParameter()],
    request: { body: { required: true, content: { "application/json": { schema: approvalAnswerSchema } } } },
    responses: {
      200: { description: "The answered request", content: { "application/json": { schema: approvalSchema } } },
      ...failures,
    },
  },
  async answer(exchange) {
    const { request, context, caller, service, workspace } = exchange;
    requireScope(caller, "approve");
    const value = await readJsonBody(request, context.limits);
    const answer = approvalAnswerSchema.safeParse(value);
    if (!answer.success) throw badAnswer();
    const { id } = findRequest(exchange);
    const approval = context.approvals.answer(id, { ...answer.data, by: caller.actor });
    service.onEvent?.({ type: "approval.answered", time: new Date().toISOString(), workspace, approval });
    return json(approval, { headers: noStore });
  },
});

export const approvalRoutes: readonly HttpRoute[] = [
  listApprovals,
  getApproval,
  answerApproval("post"),
  answerApproval("put"),
];

function idParameter(): { name: string; in: "path"; required: true; schema: { type: "string" } } {
  return { name: "id", in: "path", required: true, schema: { type: "string" } };
}

function maySee({ caller }: Exchange, { actor }: ApprovalRequest): boolean {
  return caller.scopes.has("approve") || actor === caller.actor;
}

/** A request of somebody else does not exist for a caller who may not answer it. */
function findRequest(exchange: Exchange): ApprovalRequest {
  const id = exchange.params["id"] as string;
  const request = exchange.context.approvals.get(id);
  if (request !== undefined && maySee(exchange, request)) return request;
  throw new GraphdownError({
    code: "not_found",
    message: `There is no approval request "${showPath(id)}".`,
    details: { approval: showPath(id) },
    next: "List the pending requests. Those from before the server was started are void.",
  });
}

function badAnswer(): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: "An answer says whether the call is approved, and nothing else that was sent is known.",
    details: { reason: "answer" },
    next: 'Send {"approved": true} or {"approved": false}, with "always": "tool" or "arguments" where it is meant for more calls.',
  });
}
