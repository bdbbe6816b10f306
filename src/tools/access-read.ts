/** `file_access_read`: the whole text of one file or of several. */
import { z } from "zod";
import { countOf } from "../base/count-of.ts";
import { GraphdownError } from "../base/errors.ts";
import type { ToolContext, ToolDefinition } from "../context/file-context.ts";
import { createTool } from "./create-tool.ts";
import { errorSchema, pathAliases } from "./parameters.ts";

const contentSchema = z.object({
  path: z.string(),
  content: z.string(),
  version: z.string(),
  length: z.number().int().describe("Bytes of the file"),
});

const outcomeSchema = z.union([
  contentSchema,
  z.object({
    path: z.string(),
    error: errorSchema,
  }),
]);

type ReadData = z.output<typeof contentSchema> | { files: z.output<typeof outcomeSchema>[] };

/** The most files of one call, so that an answer stays bounded. */
const maximumPaths = 50;

export const accessReadTool: ToolDefinition = createTool({
  name: "file_access_read",
  title: "Read files",
  description:
    "The whole text of a file (path), or of several files (paths: each with its own result, a bad one spoils none). Files over the limit are refused: use file_context_read_range for parts of them, and file_context_markdown_outline to choose the lines.",
  effect: "read",
  hasOwnBound: true,
  input: {
    path: z.string().optional().describe("Path of the file, exactly as ls or search gives it"),
    paths: z.array(z.string()).min(1).max(maximumPaths).optional().describe("Several paths instead of one"),
    version: z.string().optional().describe("Read this version or fail with version_conflict"),
    withVersion: z.boolean().optional().describe("Answer as JSON with the version instead of the bare text"),
  },
  aliases: { ...pathAliases, file_paths: "paths", filePaths: "paths", files: "paths" },
  output: z.union([contentSchema, z.object({ files: z.array(outcomeSchema) })]) as z.ZodType<ReadData>,
  async handler({ path, paths, version }, context): Promise<ReadData> {
    if ((path === undefined) === (paths === undefined)) {
      throw new GraphdownError({
        code: "invalid_input",
        message: "file_access_read takes either path or paths.",
        details: { parameter: "path" },
        next: 'Give path for one file, or paths (a list) for several, such as {"path": "notes/a.md"}.',
      });
    }
    if (path !== undefined) return readOne(path, version, context);
    const files = [];
    for (const each of paths ?? []) files.push(await outcomeOf(each, version, context));
    return { files };
  },
  render: (data, { withVersion }) => ("files" in data || withVersion === true ? JSON.stringify(data) : data.content),
  summarise: (data) => ("files" in data ? summariseFiles(data.files) : `${data.path}: ${countOf(data.length, "byte")}`),
  isPartial: (data) => "files" in data && data.files.some(isFailed),
});

type Outcome = z.output<typeof outcomeSchema>;

function isFailed(outcome: Outcome): boolean {
  return "error" in outcome;
}

function summariseFiles(files: readonly Outcome[]): string {
  const failed = files.filter(isFailed).length;
  return `${files.length - failed} of ${countOf(files.length, "file")} read`;
}

async function readOne(
  path: string,
  version: string | undefined,
  context: ToolContext,
): Promise<z.output<typeof contentSchema>> {
  const { files, signal } = context;
  const file = await files.read(path, { version, signal });
  if (file !== null) return file;
  throw await files.notFound(path, { signal });
}

async function outcomeOf(path: string, version: string | undefined, context: ToolContext): Promise<Outcome> {
  try {
    return await readOne(path, version, context);
  } catch (cause) {
    context.signal?.throwIfAborted();
    if (!GraphdownError.isInstance(cause)) throw cause;
    return { path, error: cause.toInfo() };
  }
}
