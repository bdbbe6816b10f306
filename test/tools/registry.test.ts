/** A tool that is added once appears everywhere: the registry, lists, calls and renderings. */

import { expect, it } from "vitest";
import { z } from "zod";
import { createFileContext as createContext } from "../../src/context/create-file-context.ts";
import type { Toolset } from "../../src/context/toolset.ts";
import { createFileContext, createMemoryStore, createTools, describeTool, renderToolResult } from "../../src/index.ts";
import { createTool } from "../../src/tools/create-tool.ts";
import { runToolCall } from "../../src/tools/run-tool-call.ts";
import { makeCountTool } from "./count-tool.ts";

const countTool = makeCountTool("file_context_count");

it("one definition is listed, described, called and rendered", async () => {
  const toolset: Toolset = { create: (context) => [...createTools(context), countTool], run: runToolCall };
  const context = await createContext(
    { store: createMemoryStore({ files: { "a.md": "", "b.md": "" } }), approvals: "none" },
    { toolset },
  );
  expect(context.tools()).toContain(countTool);
  expect(describeTool(countTool)).toMatchObject({
    name: "file_context_count",
    effect: "read",
    annotations: { title: "Count files", readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    inputSchema: { type: "object", properties: { directory: { type: "string" } }, additionalProperties: false },
    outputSchema: { type: "object", anyOf: [{ required: ["count"] }, { required: ["artifact", "preview", "cut"] }] },
  });
  const call = { id: "7", name: "file_context_count", input: {} };
  const result = await context.runToolCall(call);
  expect(result).toEqual({ id: "7", ok: true, status: "done", summary: "counted 2", data: { count: 2 } });
  expect(renderToolResult(context.tools(), call, result)).toBe("2 files");
  const unknown = await context.runToolCall({ ...call, name: "file_context_cuont" });
  expect(unknown.error?.next).toBe("Did you mean file_context_count?");
});

it("says what writes and deletes", () => {
  const annotationsOf = (effect: "read" | "write" | "delete" | "memory"): unknown =>
    createTool({
      name: "t",
      title: "T",
      description: "",
      effect,
      input: {},
      output: z.object({}),
      handler: async () => ({}),
      summarise: () => "",
    }).annotations;
  expect(annotationsOf("write")).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });
  expect(annotationsOf("delete")).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(annotationsOf("memory")).toMatchObject({ readOnlyHint: false, destructiveHint: false });
});

it("has the tools of the product, each with a name, a description and described parameters", async () => {
  const permissions = { write: true, delete: true };
  const context = await createFileContext({ store: createMemoryStore(), permissions });
  expect(context.tools().map(({ name }) => name)).toEqual([
    "file_access_read",
    "file_access_ls",
    "file_access_grep",
    "file_context_info",
    "file_context_read_range",
    "file_context_read_section",
    "file_context_markdown_outline",
    "file_context_markdown_graph_search",
    "file_context_markdown_context",
    "file_context_markdown_find",
    "file_context_markdown_graph_export",
    "file_context_markdown_graph_overview",
    "file_context_markdown_graph_neighbors",
    "file_context_markdown_graph_path",
    "file_context_markdown_graph_related",
    "file_context_markdown_graph_problems",
    "file_context_markdown_graph_sparql",
    "file_context_markdown_graph_diff",
    "file_context_markdown_graph_validate",
    "file_context_markdown_graph_infer",
    "file_access_write",
    "file_access_replace",
    "file_access_replace_lines",
    "file_access_insert",
    "file_access_append",
    "file_context_edit_section",
    "file_context_set_property",
    "file_access_delete",
    "file_access_move",
  ]);
  for (const tool of context.tools()) {
    const { inputSchema, outputSchema, annotations } = describeTool(tool) as unknown as {
      inputSchema: { type: string; properties: Record<string, { description?: string; enum?: unknown }> };
      outputSchema: { type: string };
      annotations: { title: string; readOnlyHint: boolean };
    };
    expect(inputSchema.type, tool.name).toBe("object");
    expect(outputSchema.type, tool.name).toBe("object");
    expect(annotations.readOnlyHint).toBe(tool.effect === "read");
    expect(tool.description.length).toBeGreaterThan(40);
    for (const [name, { description, enum: words }] of Object.entries(inputSchema.properties)) {
      expect(description !== undefined || words !== undefined, `${tool.name} ${name} is described`).toBe(true);
    }
    for (const [alias, name] of Object.entries(tool.aliases)) {
      expect(inputSchema.properties, `${tool.name}: ${alias} stands for a parameter`).toHaveProperty(name);
      expect(inputSchema.properties, `${tool.name}: ${alias} is no parameter itself`).not.toHaveProperty(alias);
    }
  }
});

it("has no tools, and refuses calls, where a context is made without", async () => {
  const context = await createContext({ store: createMemoryStore() });
  expect(context.tools()).toEqual([]);
  expect(await context.runToolCall({ id: "1", name: "file_access_ls", input: {} })).toMatchObject({
    id: "1",
    ok: false,
    status: "failed",
    error: { code: "unsupported" },
  });
});
