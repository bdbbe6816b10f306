/** `resources/list`, `resources/templates/list` and `resources/read`: the documents as resources. */
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { McpMethod } from "./mcp-method.ts";
import { pathOfResourceUri, resourceUriOf } from "./resource-uri.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";
import { runOwnTool } from "./run-own-tool.ts";

const markdown = "text/markdown";
const markdownName = /\.(?:md|markdown|mdx)$/i;
const markdownGlobs = ["**/*.md", "**/*.markdown", "**/*.mdx"];

interface Listing {
  readonly entries: readonly { readonly type: "file" | "directory"; readonly path: string }[];
  readonly cursor?: string;
}

interface WholeFile {
  readonly path: string;
  readonly content: string;
  readonly version: string;
}

export const listResources: McpMethod = async (request): Promise<ListResourcesResult> => {
  const { cursor } = request.params;
  const { entries, cursor: next } = await runOwnTool<Listing>(request, "file_access_ls", () => ({
    recursive: true,
    glob: markdownGlobs,
    ...(cursor === undefined ? {} : { cursor }),
  }));
  const files = entries.filter(({ type }) => type === "file");
  return {
    resources: files.map(({ path }) => ({ uri: resourceUriOf(path), name: path, mimeType: markdown })),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};

export const listResourceTemplates: McpMethod = async (): Promise<ListResourceTemplatesResult> => ({
  resourceTemplates: [
    {
      uriTemplate: "graphdown:///{+path}",
      name: "file",
      title: "A text file by its path",
      description: "Any text file of the knowledge base; each segment of the path is percent-encoded.",
    },
  ],
});

export const readResource: McpMethod = async (request): Promise<ReadResourceResult> => {
  const { uri } = request.params;
  if (typeof uri !== "string") throw new RpcError(rpcCodes.invalidParams, "resources/read needs a uri.");
  const { path, content, version } = await runOwnTool<WholeFile>(request, "file_access_read", () => ({
    path: pathOfResourceUri(uri),
  }));
  const mimeType = markdownName.test(path) ? markdown : "text/plain";
  return { contents: [{ uri, mimeType, text: content, _meta: { "graphdown/version": version } }] };
};
