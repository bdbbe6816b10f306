/**
 * What `/v1/files` does, as tools that only this face has: so it is checked, approved, limited and recorded in the one place where calls of
 * models are. Bytes do not go through arguments, which are JSON; they stand beside them, and the arguments hold their hash.
 */
import { z } from "zod";
import type { FileContext, ToolContext, ToolDefinition } from "../../context/file-context.ts";
import { createTool } from "../../tools/create-tool.ts";
import { editOptions, editParameters } from "../../tools/edit-parameters.ts";
import { declareOurs } from "../../tools/our-tools.ts";

/** What a call of {@link putFileTool} gets besides its arguments. */
export interface PutParts {
  readonly bytes: Uint8Array;
}

/** What {@link getFileTool} gives: a file that is there, or nothing. */
export interface GetFileData {
  readonly file: Awaited<ReturnType<FileContext["open"]>>;
}

const path = z.string();
const anything = z.custom<object>();

export const getFileTool: ToolDefinition = createTool({
  name: "http_get_file",
  title: "Get a file",
  description: "GET /v1/files/{path}",
  effect: "read",
  input: { path },
  output: anything as z.ZodType<GetFileData>,
  handler: async (args, { files, signal }) => ({ file: await files.open(args.path, { signal }) }),
  summarise: ({ file }) => (file === null ? "no such file" : `${file.info.length} bytes`),
});

export const putFileTool: ToolDefinition = createTool({
  name: "http_put_file",
  title: "Put a file",
  description: "PUT /v1/files/{path}",
  effect: "write",
  input: {
    path,
    sha256: z.string(),
    length: z.number(),
    overwrite: z.boolean().optional(),
    ...editParameters,
  },
  output: anything as z.ZodType<Awaited<ReturnType<FileContext["write"]>>>,
  handler: ({ path, overwrite, ...args }, context) =>
    context.files.write(path, (context as ToolContext & PutParts).bytes, { overwrite, ...editOptions(args, context) }),
  summarise: ({ path, created }) => `${created ? "made" : "replaced"} ${path}`,
});

export const deleteFileTool: ToolDefinition = createTool({
  name: "http_delete_file",
  title: "Delete a file",
  description: "DELETE /v1/files/{path}",
  effect: "delete",
  input: { path, ...editParameters },
  output: anything as z.ZodType<Awaited<ReturnType<FileContext["delete"]>>>,
  handler: ({ path, ...args }, context) => context.files.delete(path, editOptions(args, context)),
  summarise: ({ path, deleted }) => (deleted ? `deleted ${path}` : `no file ${path}`),
});

declareOurs([getFileTool, putFileTool, deleteFileTool]);
