/**
 * Packs the package, lints it, installs it in an empty folder as a user would, and runs the README's code there.
 * `npm run package:check`
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "graphdown-package-"));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

function run(command, args, cwd = folder) {
  console.log(`$ ${[command, ...args].join(" ").replaceAll(folder, ".")}`);
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** The folder that the README speaks of: some notes, with a page on releases of more than 24 lines. */
function writeDocs(docs) {
  const steps = Array.from({ length: 20 }, (_, index) => `${index + 1}. Step ${index + 1}.`).join("\n");
  mkdirSync(join(docs, "guides"), { recursive: true });
  writeFileSync(join(docs, "index.md"), "# Docs\n\nSee [how we release](guides/release.md).\n");
  writeFileSync(join(docs, "guides", "release.md"), `# How we release\n\nBack to [[index]].\n\n## Steps\n\n${steps}\n`);
}

/** A program in TypeScript, as a user would write it: what the types of the package must allow. */
const typedProgram = `
import { createFileContext, createMemoryStore, type GraphMatch, runToolCall } from "graphdown";
import { createRemarkEngine } from "graphdown/remark";
import { fileStoreContract } from "graphdown/testing";

const context = await createFileContext({ store: createMemoryStore({ files: { "a.md": "# A" } }), engine: createRemarkEngine(), approvals: "none" });
const matches: readonly GraphMatch[] = (await context.search("a", { count: 3 })).matches;
const result = await runToolCall(context.tools(), { id: "1", name: "file_access_ls", input: {} }, { files: context });
console.log(matches.length, result.status, typeof fileStoreContract);
`;

/** The fenced blocks of the README in one language. */
function readmeBlocks(language) {
  const readme = readFileSync(join(project, "README.md"), "utf8");
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]);
}

/** The installed program, told to stop after some seconds. */
const stopped = "timeout --signal=INT --preserve-status 5 node node_modules/graphdown/dist/faces/cli/node-main.js";

try {
  run(npm, ["run", "--silent", "build"], project);
  const [{ filename, files, size }] = JSON.parse(run(npm, ["pack", "--json", "--pack-destination", folder], project));
  console.log(`${filename}: ${files.length} files, ${(size / 1024).toFixed(0)} KiB`);
  run("npx", ["publint", "--strict", join(folder, filename)], project);

  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  run(npm, ["install", "--silent", `./${filename}`]);
  writeDocs(join(folder, "docs"));

  for (const block of readmeBlocks("js")) {
    writeFileSync(join(folder, "block.mjs"), block);
    const output = run(process.execPath, ["block.mjs"]);
    if (output.trim() === "") throw new Error("A README block printed nothing.");
    console.log(output.split("\n").slice(0, 3).join("\n"));
  }
  writeFileSync(join(folder, "user.ts"), typedProgram);
  const compiler = join(project, "node_modules/typescript/bin/tsc");
  const strict = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2023"];
  const types = ["--types", "node", "--typeRoots", join(project, "node_modules/@types")];
  run(process.execPath, [compiler, ...strict, ...types, "user.ts"]);
  for (const line of readmeBlocks("sh").join("").split("\n")) {
    if (!line.startsWith("npx graphdown")) continue;
    // A server runs until it is told to stop, and then ends well.
    const command = line.startsWith("npx graphdown serve") ? line.replace("npx graphdown", stopped) : line;
    run("bash", ["-c", `set -o pipefail; ${command}`]);
  }
  console.log("The package installs and the README's blocks run.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
