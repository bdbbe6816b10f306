/** `file_context_info`: what a file is, without its content. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { pathAliases, pathParameter } from "./parameters.ts";

const infoSchema = z.object({
  path: z.string(),
  length: z.number().int().describe("Bytes"),
  contentType: z.string(),
  lastModified: z.string().describe("ISO 8601, UTC"),
  version: z.string().describe("Pass it back as version or ifVersion"),
});

export const contextInfoTool: ToolDefinition = createTool({
  name: "file_context_info",
  title: "File info",
  description:
    "Size in bytes, content type, last change and version of one file, without reading its content. A missing file is an answer (not_found), not an error. Use it before reading a file that may be large.",
  effect: "read",
  input: { path: pathParameter },
  aliases: pathAliases,
  output: z.object({
    status: z.enum(["found", "not_found"]),
    path: z.string(),
    info: infoSchema.optional(),
  }),
  async handler({ path }, { files, signal }) {
    const info = await files.info(path, { signal });
    return info === null ? { status: "not_found" as const, path } : { status: "found" as const, path, info };
  },
  summarise: ({ status, path, info }) =>
    info === undefined ? `${path}: ${status}` : `${path}: ${countOf(info.length, "byte")}`,
});
