/** The methods of a file context that ask the graph. Each takes the state as it is now and hands it to pure functions. */
import { createDeadline } from "../base/deadline.ts";
import type { Limits } from "../base/limits.ts";
import type { FileContext } from "./file-context.ts";
import type { Knowledge } from "./knowledge.ts";

type GraphMethods = Pick<FileContext, "search" | "outline" | "overview" | "problems" | "export" | "writeExport">;

export interface GraphMethodsSettings {
  readonly knowledge: Knowledge;
  readonly limits: Limits;
}
