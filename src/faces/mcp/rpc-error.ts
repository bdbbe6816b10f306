/** Failures of JSON-RPC requests other than calls of tools, which answer with their own errors. */
import type { ErrorCode, ErrorInfo } from "../../base/errors.ts";
import { renderError } from "../../tools/render-tool-result.ts";

/** Codes of JSON-RPC and MCP. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  serverError: -32000,
  sessionNotFound: -32001,
  resourceNotFound: -32002,
} as const;

/** Thrown by a method; the SDK puts `code`, `message` and `data` into the response. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const codes: Partial<Record<ErrorCode, number>> = {
  not_found: rpcCodes.resourceNotFound,
  invalid_path: rpcCodes.invalidParams,
  invalid_input: rpcCodes.invalidParams,
};

/** Our error as one of JSON-RPC: in words, and as data in `error`. */
export function rpcErrorOf(error: ErrorInfo, data: object = {}): RpcError {
  return new RpcError(codes[error.code] ?? rpcCodes.serverError, renderError(error), { ...data, error });
}
