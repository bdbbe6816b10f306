/** `graphdown mcp install`: the client's configuration gets the entry and loses nothing. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { clientFormats } from "../../../../src/faces/mcp/install/client-formats.ts";
import { installClient } from "../../../../src/faces/mcp/install/node-install-client.ts";
import { planInstall } from "../../../../src/faces/mcp/install/plan-install.ts";
import { makeFolder, removeFolder, run } from "../../cli/run-program.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

function newFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = makeFolder(files);
  folders.push(folder);
  return folder;
}

const entry = { command: "node", args: ["graphdown", "mcp"] };
const now = new Date("2026-01-02T03:04:05.678Z");
const install = (file: string) => installClient({ file, path: ["mcpServers", "graphdown"], entry, now });

const json = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

describe("the configuration", () => {
  it("is made with its folder where there is none, for its owner only", async () => {
    const file = join(newFolder(), "deep", "mcp.json");
    expect(await install(file)).toEqual({ file, changed: true });
    expect(json(file)).toEqual({ mcpServers: { graphdown: entry } });
    if (process.platform !== "win32") expect(statSync(file).mode & 0o077).toBe(0);
  });

  it("keeps what it holds and how it is written, and its old bytes stay beside it", async () => {
    const text = '{\n   "mcpServers": {\n      "other":   {"command":"x"}\n   },\n   "key":1}';
    const folder = newFolder({ "mcp.json": text });
    const file = join(folder, "mcp.json");
    chmodSync(file, 0o640);
    const { backup } = await install(file);
    expect(readFileSync(backup as string, "utf8")).toBe(text);
    expect(readFileSync(file, "utf8")).toContain('"other":   {"command":"x"},\n      "graphdown": {');
    expect(readFileSync(file, "utf8")).toContain('   },\n   "key":1}');
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(["mcp.json", "mcp.json.2026-01-02T03-04-05-678Z.bak"]);
  });

  it("stays as it is when it says the same already", async () => {
    const text = JSON.stringify({ mcpServers: { graphdown: entry } });
    const folder = newFolder({ "mcp.json": text });
    expect(await install(join(folder, "mcp.json"))).toMatchObject({ changed: false });
    expect(readFileSync(join(folder, "mcp.json"), "utf8")).toBe(text);
    expect(readdirSync(folder)).toEqual(["mcp.json"]);
  });

  it.each([
    ["comments", '{\n  // mine\n  "mcpServers": {}\n}'],
    ["a comma before an end", '{"mcpServers": {},}'],
    ["something else where servers belong", '{"mcpServers": []}'],
    ["no UTF-8", Uint8Array.of(0x7b, 0xff, 0x7d)],
  ])("with %s is refused, untouched", async (_name, content) => {
    const folder = newFolder({ "mcp.json": content });
    const file = join(folder, "mcp.json");
    const before = readFileSync(file);
    await expect(install(file)).rejects.toMatchObject({ code: "edit_conflict" });
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder)).toEqual(["mcp.json"]);
  });

  it("that holds comments is refused with what to paste", async () => {
    const file = join(newFolder({ "mcp.json": "{ /* mine */ }" }), "mcp.json");
    const snippet = JSON.stringify({ mcpServers: { graphdown: entry } }, null, 2);
    await expect(install(file)).rejects.toMatchObject({ next: expect.stringContaining(snippet), details: { snippet } });
  });

  it("that is a link stays one", async () => {
    const folder = newFolder({ "real.json": "{}" });
    symlinkSync(join(folder, "real.json"), join(folder, "mcp.json"));
    await install(join(folder, "mcp.json"));
    expect(lstatSync(join(folder, "mcp.json")).isSymbolicLink()).toBe(true);
    expect(json(join(folder, "real.json"))).toEqual({ mcpServers: { graphdown: entry } });
  });

  it("that can't be read is told with the system's word", async () => {
    const folder = newFolder({ "mcp.json/x": "" });
    await expect(install(join(folder, "mcp.json"))).rejects.toMatchObject({
      code: "storage_failed",
      details: { code: "EISDIR" },
    });
  });
});

describe("clients", () => {
  const host = { home: "/home/u", project: "/p", appData: undefined };
  const plan = (client: string, platform: string, appData?: string) =>
    planInstall({ client, name: "g", command: entry, host: { ...host, platform, appData } });

  it("keep their configurations where they say", () => {
    const at = (client: string, platform: string, appData?: string) => plan(client, platform, appData).file?.join("/");
    expect(at("claude-desktop", "darwin")).toBe(
      "/home/u/Library/Application Support/Claude/claude_desktop_config.json",
    );
    expect(at("claude-desktop", "win32", "C:/A")).toBe("C:/A/Claude/claude_desktop_config.json");
    expect(at("claude-desktop", "win32")).toBeUndefined();
    expect(at("claude-code", "linux")).toBe("/p/.mcp.json");
    expect(at("cursor", "linux")).toBe("/home/u/.cursor/mcp.json");
    expect(at("vscode", "linux")).toBe("/p/.vscode/mcp.json");
    expect(at("windsurf", "darwin")).toBe("/home/u/.codeium/windsurf/mcp_config.json");
    expect(at("zed", "darwin")).toBe("/home/u/.config/zed/settings.json");
  });

  it("each get a command with arguments under their own member", () => {
    for (const client of Object.keys(clientFormats)) {
      expect(plan(client, "linux").entry, client).toMatchObject(entry);
    }
    expect(plan("vscode", "linux")).toMatchObject({ path: ["servers", "g"], entry: { type: "stdio" } });
    expect(plan("zed", "linux").path).toEqual(["context_servers", "g"]);
  });

  it("that are not known are refused, as are names that not every client takes", () => {
    expect(() => plan("cursr", "linux")).toThrow(expect.objectContaining({ next: "Did you mean cursor?" }));
    expect(() => plan("__proto__", "linux")).toThrow(expect.objectContaining({ code: "invalid_input" }));
    for (const name of ["", "__proto__", "a b", "x".repeat(65)]) {
      expect(() =>
        planInstall({ client: "cursor", name, command: entry, host: { ...host, platform: "linux" } }),
      ).toThrow(expect.objectContaining({ code: "invalid_input" }));
    }
  });
});

describe("the command", () => {
  it("enters a command by full paths, with the options that it was given", async () => {
    const folder = newFolder({ "notes/a.md": "# A\n" });
    const file = join(folder, "mcp.json");
    const notes = join(folder, "notes");
    const given = ["mcp", "install", "--client", "cursor", "--file", file, "--root", notes];
    const { code, output } = await run([...given, "--allow-write", "--approve", "all", "--name", "notes"]);
    expect([code, output]).toEqual([0, `Cursor: notes is entered in ${file}\n`]);
    const { notes: written } = (json(file) as { mcpServers: { notes: { command: string; args: string[] } } })
      .mcpServers;
    expect(written.command).toBe(process.execPath);
    expect(written.args.slice(1)).toEqual(["mcp", "--root", notes, "--allow-write", "--approve", "all"]);
    const again = await run([...given, "--allow-write", "--approve", "all", "--name", "notes", "--json"]);
    expect(JSON.parse(again.output)).toEqual({ client: "cursor", name: "notes", file, changed: false });
  });

  it("names the configuration that is in effect, so that the entry works from anywhere", async () => {
    const folder = newFolder({
      "notes/a.md": "# A\n",
      "docs/b.md": "# B\n",
      "graphdown.config.json": JSON.stringify({
        workspaces: { default: { location: "notes" }, docs: { location: "docs" } },
      }),
    });
    const config = ["--config", join(folder, "graphdown.config.json")];
    const docs = join(folder, "docs");
    const cases: readonly (readonly [given: readonly string[], entered: readonly string[], files: string])[] = [
      [[], config, "a.md\n"],
      [["--config", "graphdown.config.json"], config, "a.md\n"],
      [["--workspace", "docs"], [...config, "--workspace", "docs"], "b.md\n"],
      [["--root", docs], ["--root", docs], "b.md\n"],
      [["--root", docs, ...config], [...config, "--root", docs], "b.md\n"],
    ];
    for (const [given, entered, files] of cases) {
      const { output } = await run(["mcp", "install", "--client", "cursor", "--print", ...given], { folder });
      const [, action, ...args] = (JSON.parse(output) as { mcpServers: { graphdown: { args: string[] } } }).mcpServers
        .graphdown.args;
      expect([action, ...args], given.join(" ")).toEqual(["mcp", ...entered]);
      expect((await run(["ls", ...args], { folder: newFolder() })).output, given.join(" ")).toBe(files);
    }
    const dead = await run(["mcp", "install", "--client", "cursor", "--print", "--workspace", "dosc"], { folder });
    expect([dead.code, dead.output]).toEqual([1, ""]);
  });

  it("only shows the entry with --print", async () => {
    const folder = newFolder({ "a.md": "" });
    const { code, output } = await run(["mcp", "install", "--client", "vscode", "--root", folder, "--print"]);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ servers: { graphdown: { type: "stdio", command: process.execPath } } });
    expect(readdirSync(folder)).toEqual(["a.md"]);
  });

  it("says what is missing or wrong, and changes nothing", async () => {
    const folder = newFolder();
    const file = join(folder, "mcp.json");
    const wrong = [
      [["mcp", "install"], 2],
      [["mcp", "install", "--client", "emacs"], 2],
      [["mcp", "install", "--client", "cursor", "--file", file, "--root", join(folder, "no")], 2],
      [["mcp", "uninstall"], 2],
    ] as const;
    for (const [argv, code] of wrong) expect((await run(argv)).code, argv.join(" ")).toBe(code);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "{ // mine\n}");
    const refused = await run(["mcp", "install", "--client", "cursor", "--file", file, "--root", folder]);
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain('"mcpServers": {');
  });
});
