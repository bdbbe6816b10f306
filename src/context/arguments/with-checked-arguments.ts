/** The door of a file context: arguments that a method does not take are refused before it runs, and never ignored. */
import { GraphdownError } from "../../base/errors.ts";
import type { FileContext, ToolContext } from "../file-context.ts";
import type { ToolCall, ToolResult } from "../tool-contract.ts";
import type { ArgumentFault } from "./argument-checks.ts";
import { type CheckedMethod, type MethodArguments, methodArguments } from "./method-arguments.ts";

type AnyMethod = (...args: unknown[]) => unknown;

/**
 * The same context, of which every method refuses an argument of another kind and an option by a name that it does not have: `invalid_input`
 * with the argument's name. An option that is misspelled would be as good as not given, and a trial run would write.
 */
export function withCheckedArguments(context: FileContext): FileContext {
  const checked = { ...context } as Record<CheckedMethod, unknown> & FileContext;
  for (const [name, takes] of methodArguments) {
    const method = context[name] as AnyMethod;
    const check = (args: readonly unknown[]): void => checkArguments(name, takes, args);
    checked[name] = (async (...args: unknown[]) => {
      check(args);
      return method(...args);
    }) as never;
  }
  return {
    ...(checked as FileContext),
    async *grepPages(...args) {
      checkArguments("grepPages", methodArguments.get("grepPages") as MethodArguments, args);
      yield* context.grepPages(...args);
    },
    async *quads(...args) {
      checkArguments("quads", methodArguments.get("quads") as MethodArguments, args);
      yield* context.quads(...args);
    },
    watch: (...args) => ({
      [Symbol.asyncIterator]() {
        checkArguments("watch", methodArguments.get("watch") as MethodArguments, args);
        return context.watch(...args)[Symbol.asyncIterator]();
      },
    }),
    runToolCall: (call, about) => runChecked(context, call, about),
  };
}

/** Running a tool never throws, whatever is wrong. */
async function runChecked(
  context: FileContext,
  call: ToolCall,
  about: Partial<Omit<ToolContext, "files">> | undefined,
): Promise<ToolResult> {
  try {
    checkArguments("runToolCall", methodArguments.get("runToolCall") as MethodArguments, [call, about]);
  } catch (cause) {
    const error = (cause as GraphdownError).toInfo();
    const { id, name = "a call without a name" }: Partial<ToolCall> = call ?? {};
    return { id: id as string, ok: false, status: "failed", summary: `${name} failed: ${error.message}`, error };
  }
  return context.runToolCall(call, about);
}

function checkArguments(method: string, takes: MethodArguments, args: readonly unknown[]): void {
  const names = [...takes.keys()];
  for (const [index, name] of names.entries()) {
    const fault = takes.get(name)?.(args[index], name);
    if (fault !== undefined) throw wrongArgument(method, names, fault);
  }
  if (args.length <= names.length) return;
  const message = `there are ${names.length} arguments at most, but got ${args.length}`;
  throw wrongArgument(method, names, { parameter: "options", message });
}

function wrongArgument(method: string, names: readonly string[], fault: ArgumentFault): GraphdownError {
  const { parameter, message, known, nearest } = fault;
  return new GraphdownError({
    code: "invalid_input",
    message: `${method}: ${message}.`,
    details: {
      method,
      parameter,
      ...(known === undefined ? {} : { known }),
      ...(nearest === undefined ? {} : { nearest }),
    },
    next: nextOf(method, names, fault),
  });
}

function nextOf(method: string, names: readonly string[], { known, nearest }: ArgumentFault): string {
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  if (known !== undefined) return `There are ${known.join(", ")}.`;
  return `Call it as ${method}(${names.join(", ")}).`;
}
