/** The tools of names that only this face has, which no list shows: what is kept of their calls is found again by their names. */
import type { ToolDefinition } from "../../context/file-context.ts";
import { deleteFileTool, getFileTool, putFileTool } from "./file-tools.ts";

export const httpTools: readonly ToolDefinition[] = [getFileTool, putFileTool, deleteFileTool];
