/** All our tools, as the port that contexts take them through. */
import type { Toolset } from "../context/toolset.ts";
import { createTools } from "./create-tools.ts";
import { runToolCall } from "./run-tool-call.ts";

export const toolset: Toolset = { create: (context) => createTools(context), run: runToolCall };
