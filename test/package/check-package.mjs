/**
 * Packs the package, lints it, installs it in an empty folder as a user would, and runs the README's code there.
 * `npm run package:check`
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** The fenced blocks of the README in one language. */
function readmeBlocks(language) {
  const readme = readFileSync(join(project, "README.md"), "utf8");
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]);
}

try {
  run(npm, ["run", "--silent", "build"], project);
  const [{ filename, files, size }] = JSON.parse(run(npm, ["pack", "--json", "--pack-destination", folder], project));
  console.log(`${filename}: ${files.length} files, ${(size / 1024).toFixed(0)} KiB`);
  run("npx", ["publint", "--strict", join(folder, filename)], project);

  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  run(npm, ["install", "--silent", `./${filename}`]);
  // The README speaks of a folder `docs` with a page on releases; the bundled handbook stands in for it.
  cpSync(join(folder, "node_modules/graphdown/fixtures/handbook"), join(folder, "docs"), { recursive: true });

  for (const block of readmeBlocks("js")) {
    writeFileSync(join(folder, "block.mjs"), block);
    const output = run(process.execPath, ["block.mjs"]);
    if (output.trim() === "") throw new Error("A README block printed nothing.");
    console.log(output.split("\n").slice(0, 3).join("\n"));
  }
  for (const line of readmeBlocks("sh").join("").split("\n")) {
    if (!line.startsWith("npx graphdown")) continue;
    run("bash", ["-c", `set -o pipefail; ${line}`]);
  }
  console.log("The package installs and the README's blocks run.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
