/** One list of requests that every runtime has to answer alike: `answers.json` says how. They are sent in order, to one workspace. */
export interface RuntimeCall {
  readonly name: string;
  readonly method?: "GET" | "PUT" | "POST" | "DELETE" | "HEAD";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What of an answer counts: what depends on the clock or on chance is left out. */
export interface RuntimeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = { "Content-Type": "application/json" };
const mcp = { ...json, Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18" };

const tool = (name: string, input: object): RuntimeCall => ({
  name: `the tool ${name} ${JSON.stringify(input)}`,
  method: "POST",
  path: `/v1/tools/${name}`,
  headers: json,
  body: JSON.stringify(input),
});

const message = (id: number, method: string, params: object): RuntimeCall => ({
  name: `MCP ${method}`,
  method: "POST",
  path: "/mcp",
  headers: mcp,
  body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
});

const exported = ["mermaid", "turtle", "dot"];

export const runtimeCalls: readonly RuntimeCall[] = [
  { name: "a listing of the root", path: "/v1/files/" },
  { name: "a file", path: "/v1/files/index.md" },
  { name: "the last bytes of a file", path: "/v1/files/index.md", headers: { Range: "bytes=-20" } },
  { name: "a range behind the end", path: "/v1/files/index.md", headers: { Range: "bytes=9999-" } },
  { name: "some lines", path: "/v1/files/River%20crossing.md?lines=3-5" },
  { name: "the head of a file", method: "HEAD", path: "/v1/files/office/fares.md" },
  { name: "a file that is missing", path: "/v1/files/gone.md" },
  { name: "a path that climbs", path: "/v1/files/a%2F..%2F..%2Fb.md" },
  { name: "a name that is denied", path: "/v1/files/.env" },
  { name: "a workspace that is none", path: "/w/other/v1/files/index.md" },
  tool("file_access_grep", { pattern: "fog|Fog" }),
  tool("file_context_read_section", { path: "River crossing.md", section: "Fog" }),
  tool("file_context_markdown_find", { tags: ["start"] }),
  tool("file_context_markdown_graph_overview", {}),
  tool("file_context_markdown_graph_problems", {}),
  tool("file_context_markdown_graph_search", { query: "fog" }),
  tool("file_context_markdown_graph_search", { query: "渡し船" }),
  tool("file_context_markdown_graph_search", { query: "" }),
  ...exported.map((format) => ({ name: `an export as ${format}`, path: `/v1/graph/export?format=${format}` })),
  message(1, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "expectations", version: "1" },
  }),
  message(2, "tools/call", { name: "file_context_markdown_graph_search", arguments: { query: "children" } }),
  message(3, "resources/list", {}),
  { name: "a new file", method: "PUT", path: "/v1/files/new.md", headers: { "If-None-Match": "*" }, body: "# New\n" },
  {
    name: "a new file again",
    method: "PUT",
    path: "/v1/files/new.md",
    headers: { "If-None-Match": "*" },
    body: "# 2\n",
  },
  {
    name: "a replacement of another version",
    method: "PUT",
    path: "/v1/files/new.md",
    headers: { "If-Match": `"sha256-${"0".repeat(64)}"` },
    body: "# Lost\n",
  },
  {
    name: "a replacement of the present version",
    method: "PUT",
    path: "/v1/files/new.md",
    headers: { "If-Match": '"sha256-f676b43bd55f91451babc1663739064abb7e11e2b5f4a7efe62c29e4eeb0d117"' },
    body: "# Newer\n\n[[fares]]\n",
  },
  tool("file_access_replace", { path: "new.md", oldString: "Newer", newString: "Newest" }),
  tool("file_context_markdown_graph_search", { query: "newest" }),
  { name: "a deletion", method: "DELETE", path: "/v1/files/new.md", headers: { "If-Match": "*" } },
  { name: "what was deleted", path: "/v1/files/new.md" },
  tool("file_context_markdown_graph_search", { query: "newest" }),
];

const countedHeaders = [
  "content-type",
  "content-range",
  "graphdown-lines",
  "repr-digest",
  "allow",
  "graphdown-skipped",
];

/** The answers to all calls by their names; a call that is made twice gets a number. */
export async function answersOf(
  send: (request: Request) => Promise<Response>,
): Promise<Readonly<Record<string, RuntimeAnswer>>> {
  const answers: Record<string, RuntimeAnswer> = {};
  for (const call of runtimeCalls) {
    const name = call.name in answers ? `${call.name} (2)` : call.name;
    answers[name] = await answerOf(call, send);
  }
  return answers;
}

/** Sends a call, and gives what of its answer counts. */
async function answerOf(
  { method = "GET", path, headers = {}, body }: RuntimeCall,
  send: (request: Request) => Promise<Response>,
): Promise<RuntimeAnswer> {
  const init: RequestInit = { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) };
  const response = await send(new Request(`http://localhost${path}`, init));
  const text = await response.text();
  const isOfFile = path.startsWith("/v1/files/");
  const names = isOfFile ? [...countedHeaders, "etag"] : countedHeaders;
  return {
    status: response.status,
    headers: Object.fromEntries(
      names.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    body: text
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>"),
  };
}
