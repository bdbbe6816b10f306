import { describe, expect, it } from "vitest";
import type { ApprovalCall, ApprovalMode } from "../../../src/guard/approvals/approval-rule.ts";
import { needsApproval, resolveApprovalSettings } from "../../../src/guard/approvals/resolve-approval-settings.ts";

const call = (effect: ApprovalCall["tool"]["effect"]): ApprovalCall => ({ tool: { name: "t", effect }, arguments: {} });

describe("who is asked", () => {
  it.each<[ApprovalMode, string]>([
    ["all", "read write delete"],
    ["writes", "write delete"],
    ["none", ""],
  ])("with %s: %s", async (ask, expected) => {
    const asked = [];
    for (const effect of ["read", "write", "delete", "memory"] as const) {
      if (await needsApproval(resolveApprovalSettings(ask), call(effect), false)) asked.push(effect);
    }
    expect(asked.join(" ")).toBe(expected);
  });

  it("is nobody for a dry run where reads are free", async () => {
    expect(await needsApproval(resolveApprovalSettings("writes"), call("write"), true)).toBe(false);
    expect(await needsApproval(resolveApprovalSettings("all"), call("write"), true)).toBe(true);
  });

  it("is everybody by default", () => {
    expect(resolveApprovalSettings()).toEqual({ ask: "all", rules: [] });
    expect(resolveApprovalSettings({})).toEqual({ ask: "all", rules: [] });
  });
});

describe("rules", () => {
  it("are asked in order until one says true, and nothing but true counts", async () => {
    const asked: string[] = [];
    const rule = (name: string, answer: unknown) => () => {
      asked.push(name);
      return answer as boolean;
    };
    const rules = [rule("first", "true"), async () => false, rule("second", true), rule("third", true)];
    expect(await needsApproval(resolveApprovalSettings({ rules }), call("write"), false)).toBe(false);
    expect(asked).toEqual(["first", "second"]);
  });

  it("that throw fail the call", async () => {
    const rules = [() => Promise.reject(new Error("no rule today"))];
    await expect(needsApproval(resolveApprovalSettings({ rules }), call("read"), false)).rejects.toThrow(
      "no rule today",
    );
  });
});

it.each([["sometimes"], [{ ask: "sometimes" }], [{ rules: "none" }], [{ rules: [true] }]])("refuses %j", (given) => {
  expect(() => resolveApprovalSettings(given as never)).toThrow(expect.objectContaining({ code: "invalid_options" }));
});
