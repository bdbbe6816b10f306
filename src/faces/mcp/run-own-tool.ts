/** Runs one of our tools for a method that is no call of a tool, so that permissions, approval, bounds and records are the same. */
import { GraphdownError } from "../../base/errors.ts";
import type { McpRequest } from "./mcp-method.ts";
import { rpcErrorOf } from "./rpc-error.ts";

/** The data of the answer. A failure is an `RpcError`; so is one of the input, which is made by `input`. */
export async function runOwnTool<Data>(
  { params, runTool }: McpRequest,
  name: string,
  input: () => object,
): Promise<Data> {
  const subject = typeof params["uri"] === "string" ? { uri: params["uri"] } : {};
  const { result } = await runTool(name, inputOrError(input, subject), { wholeResults: true });
  const { data, error } = result;
  if (error !== undefined) throw rpcErrorOf(error, subject);
  return data as Data;
}

function inputOrError(input: () => object, subject: object): object {
  try {
    return input();
  } catch (cause) {
    if (!GraphdownError.isInstance(cause)) throw cause;
    throw rpcErrorOf(cause.toInfo(), subject);
  }
}
