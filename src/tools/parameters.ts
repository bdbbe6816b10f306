/** Parameters and result parts that several tools share, so that they read the same everywhere. */
import { z } from "zod";
import type { ArtifactAnswer } from "../context/tool-contract.ts";

export const pathParameter: z.ZodString = z
  .string()
  .describe("Path of the file, relative, with / between folders, exactly as ls or search gives it");

export const directoryParameter: z.ZodOptional<z.ZodString> = z
  .string()
  .optional()
  .describe("Folder to stay below, relative; leave it out for the whole knowledge base");

/** Other frameworks' spellings of `path`, which models were trained on. */
export const pathAliases: Readonly<Record<string, string>> = {
  file_path: "path",
  filePath: "path",
  fileName: "path",
  file_name: "path",
  filename: "path",
  file: "path",
};

export const directoryAliases: Readonly<Record<string, string>> = {
  folder: "directory",
  dir: "directory",
  directory_path: "directory",
  directoryPath: "directory",
};

/** A list of a result; results never change, so their lists are read-only. */
export function listOf<Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item).readonly();
}

/** A result that a bound cut: why, and where to go on. */
export const cutSchema: z.ZodObject<{
  reason: z.ZodEnum<{ bytes: "bytes"; lines: "lines"; count: "count"; characters: "characters"; time: "time" }>;
  next: z.ZodOptional<z.ZodUnknown>;
}> = z.object({
  reason: z.enum(["bytes", "lines", "count", "characters", "time"]),
  next: z.unknown().optional(),
});

/** Files that were left out of an answer. */
export const skippedSchema: z.ZodObject<{
  count: z.ZodNumber;
  first: z.ZodReadonly<z.ZodArray<z.ZodObject<{ path: z.ZodString; reason: z.ZodString }>>>;
}> = z.object({
  count: z.number().int(),
  first: listOf(z.object({ path: z.string(), reason: z.string() })),
});

/** What stands for an answer that was too large to be inline; see `ArtifactAnswer`. */
export const artifactAnswerSchema: z.ZodType<ArtifactAnswer> = z.object({
  artifact: z.object({
    path: z.string().describe("Path to give to file_context_read_range, in the same session"),
    mediaType: z.string(),
    bytes: z.number().int(),
    lines: z.number().int(),
  }),
  preview: z.string().describe("The first lines of the artifact"),
  cut: z.object({
    reason: z.literal("bytes"),
    next: z.number().int().describe("The line after the preview"),
  }),
});

/** Markdown under other endings that was not read. */
export const unreadSchema: z.ZodObject<{
  count: z.ZodNumber;
  endings: z.ZodReadonly<z.ZodArray<z.ZodObject<{ ending: z.ZodString; count: z.ZodNumber }>>>;
}> = z
  .object({ count: z.number().int(), endings: listOf(z.object({ ending: z.string(), count: z.number().int() })) })
  .describe("Files that look like Markdown but are not in the graph, since markdownGlob does not take them");

/** Names that nothing has, with near ones. */
export const unknownNamesSchema: z.ZodReadonly<
  z.ZodArray<z.ZodObject<{ name: z.ZodString; near: z.ZodReadonly<z.ZodArray<z.ZodString>> }>>
> = listOf(z.object({ name: z.string(), near: listOf(z.string()).describe("What was probably meant") }));

/** An error as data, where one part of an answer failed. */
export const errorSchema: z.ZodObject<{
  code: z.ZodString;
  message: z.ZodString;
  path: z.ZodOptional<z.ZodString>;
  details: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
  next: z.ZodOptional<z.ZodString>;
}> = z.object({
  code: z.string(),
  message: z.string(),
  path: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  next: z.string().optional().describe("What to do about it"),
});
