import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { at, bytesOf } from "../../../src/testing/contract-case.ts";
import { bundleProgram, startProgram } from "./child-program.ts";
import { newFolder, openFolder, writeFiles } from "./disk-folder.ts";

const nobody = 65_534;
const canBecomeNobody =
  process.getuid?.() === 0 && spawnSync(process.execPath, ["--version"], { uid: nobody, gid: nobody }).status === 0;

// Needs root, to become another user, and a runtime that this user may start.
describe.skipIf(!canBecomeNobody)("the disk store under a user with few rights", () => {
  it("reports what the system refuses, leaves it out of listings, and names no path of the machine", async () => {
    const root = newFolder();
    writeFiles(root, { "closed.md": "secret", "closed/a.md": "secret", "open.md": "open", "names-only/b.md": "x" });
    chmodSync(root, 0o755);
    chmodSync(join(root, "closed.md"), 0o000);
    chmodSync(join(root, "closed"), 0o000);
    chmodSync(join(root, "names-only"), 0o744);
    const program = startProgram(await bundleProgram("as-user"), [root], { uid: nobody, gid: nobody });
    const { output, errors } = await program.ended;
    expect(errors).toBe("");
    const outcomes = JSON.parse(output);
    const refused = { code: "storage_failed", details: { systemCode: "EACCES" } };
    expect(outcomes).toMatchObject({
      entries: ["closed.md", "open.md"],
      unlisted: [
        { shown: "closed", reason: "unreadable" },
        { shown: "names-only/b.md", reason: "unreadable" },
      ],
      closedFile: { ...refused, path: "closed.md" },
      openFile: "done",
      closedFolder: refused,
      listClosedFolder: refused,
      write: refused,
      create: refused,
      remove: refused,
      readMany: [refused],
      writable: false,
    });
    expect(output).not.toContain(root);
    expect([readFileSync(join(root, "open.md"), "utf8"), existsSync(join(root, "new.md"))]).toEqual(["open", false]);
    expect(existsSync(join(root, ".graphdown"))).toBe(false);
  });

  it("keeps the owner and mode of a file that it replaces, where it may", async () => {
    const root = newFolder();
    writeFiles(root, { "open.md": "x" });
    chownSync(join(root, "open.md"), nobody, nobody);
    chmodSync(join(root, "open.md"), 0o640);
    const store = await openFolder(root);
    await store.put(at("open.md"), bytesOf("changed"));
    const { uid, gid, mode } = statSync(join(root, "open.md"));
    expect([uid, gid, mode & 0o7777]).toEqual([nobody, nobody, 0o640]);
  });
});
