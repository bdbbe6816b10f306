/** The desk: a request is answered once, by somebody else, in time, and counts for just the call that was shown. */
import { describe, expect, it } from "vitest";
import type { ApprovalRecords } from "../../../src/guard/approvals/approval-records.ts";
import type { ApprovalQuestion } from "../../../src/guard/approvals/approval-request.ts";
import { createApprovals } from "../../../src/guard/approvals/create-approvals.ts";

const tool = {};
const question: ApprovalQuestion = {
  tool: "file_access_write",
  identity: tool,
  arguments: { path: "a.md" },
  argumentsHash: "h1",
  targets: [{ path: "a.md", length: 3, version: "v1" }],
  actor: "agent",
  session: "s1",
};

function desk(maximumPending = 100, maximumPendingBytes = 1_000_000) {
  const clock = { now: 1_700_000_000_000 };
  let id = 0;
  const approvals = createApprovals({
    maximumPending,
    maximumPendingBytes,
    now: () => clock.now,
    createId: () => `r${++id}`,
  });
  return { approvals, clock };
}

const tenMinutes = 600_000;

describe("a request", () => {
  it("shows what would be done and until when it can be answered, and no more", () => {
    const { approvals } = desk();
    const request = approvals.ask({ ...question, diff: "-a\n+b\n" });
    expect(request).toEqual({
      id: "r1",
      state: "pending",
      tool: "file_access_write",
      arguments: { path: "a.md" },
      argumentsHash: "h1",
      targets: [{ path: "a.md", length: 3, version: "v1" }],
      diff: "-a\n+b\n",
      actor: "agent",
      session: "s1",
      askedAt: "2023-11-14T22:13:20.000Z",
      expiresAt: "2023-11-14T22:23:20.000Z",
    });
    expect(approvals.pending()).toEqual([request]);
    expect(approvals.get("r1")).toEqual(request);
  });

  it("is made once for a call that is repeated while it waits, and anew when the files look otherwise", () => {
    const { approvals } = desk();
    expect([approvals.ask(question).id, approvals.ask(question).id]).toEqual(["r1", "r1"]);
    expect(approvals.ask({ ...question, targets: [{ path: "a.md", length: 4, version: "v2" }] }).id).toBe("r2");
    expect(approvals.ask({ ...question, argumentsHash: "h2" }).id).toBe("r3");
  });

  it("is refused when too many wait, until some are answered or expire", () => {
    const { approvals, clock } = desk(2);
    const ask = (hash: string) => approvals.ask({ ...question, argumentsHash: hash });
    ask("1");
    ask("2");
    expect(() => ask("3")).toThrow(expect.objectContaining({ code: "limit_exceeded" }));
    // Others can still ask, up to a bound of all.
    approvals.ask({ ...question, actor: "other", argumentsHash: "1" });
    approvals.answer("r3", { approved: false });
    approvals.answer("r1", { approved: false });
    ask("3");
    clock.now += tenMinutes;
    ask("4");
    expect(approvals.pending()).toHaveLength(1);
  });
});

describe("what requests hold", () => {
  const long = (hash: string, actor = "agent") => ({
    ...question,
    actor,
    argumentsHash: hash,
    arguments: { path: "a.md", content: "\u00e9".repeat(20_000) },
  });
  const exceeded = (details: object) =>
    expect.objectContaining({ code: "limit_exceeded", details: expect.objectContaining(details) });
  const limit = "maximumPendingApprovalBytes";

  it("is bounded for one actor, until calls have run or requests expire", () => {
    const { approvals, clock } = desk(100, 100_000);
    approvals.ask(long("1"));
    approvals.ask(long("2"));
    expect(() => approvals.ask(long("3"))).toThrow(exceeded({ limit, maximum: 100_000, reason: "rate" }));
    // The same call again needs no more room, and a short one has it.
    expect(approvals.ask(long("1")).id).toBe("r1");
    approvals.ask(question);
    approvals.answer("r1", { approved: true });
    expect(() => approvals.ask(long("3"))).toThrow(exceeded({ limit }));
    expect(approvals.verdictOn(long("1"))).toMatchObject({
      kind: "approved",
      request: { arguments: long("1").arguments },
    });
    approvals.ask(long("3"));
    expect(() => approvals.ask(long("4"))).toThrow(exceeded({ limit }));
    clock.now += tenMinutes;
    approvals.ask(long("4"));
  });

  it("is given back by a no, whose call is still refused once and told of", () => {
    const { approvals } = desk(100, 50_000);
    for (const hash of ["1", "2", "3"]) {
      const { id } = approvals.ask(long(hash));
      expect(approvals.answer(id, { approved: false, by: "person" })).toMatchObject({
        state: "denied",
        arguments: long(hash).arguments,
      });
      expect(approvals.get(id)).toMatchObject({ state: "denied", cut: { content: 20_000 } });
    }
    expect(approvals.verdictOn(long("2"))).toMatchObject({ kind: "denied", request: { id: "r2" } });
    expect(approvals.verdictOn(long("2"))).toEqual({ kind: "open" });
  });

  it("is bounded for all actors together", () => {
    const { approvals } = desk(100, 50_000);
    for (const actor of ["a", "b", "c", "d"]) approvals.ask(long("1", actor));
    expect(() => approvals.ask(long("1", "e"))).toThrow(exceeded({ limit, maximum: 200_000, reason: "rate" }));
  });

  it("is bounded for a single one, for which waiting is no use", () => {
    const { approvals } = desk(100, 30_000);
    expect(() => approvals.ask(long("1"))).toThrow(exceeded({ limit, maximum: 30_000, actual: expect.any(Number) }));
    expect(() => approvals.ask(long("1"))).not.toThrow(exceeded({ reason: "rate" }));
  });

  it("is cut once nothing can use it any more, and says so", () => {
    const { approvals, clock } = desk();
    approvals.ask(long("1"));
    expect(approvals.get("r1")).toMatchObject({ arguments: long("1").arguments });
    expect(approvals.get("r1")?.cut).toBeUndefined();
    approvals.answer("r1", { approved: true });
    approvals.verdictOn(long("1"));
    const shown = { path: "a.md", content: `${"\u00e9".repeat(500)}\u2026` };
    expect(approvals.get("r1")).toMatchObject({ state: "used", arguments: shown, cut: { content: 20_000 } });
    approvals.ask(long("2"));
    clock.now += tenMinutes;
    approvals.ask(question);
    expect(approvals.get("r2")).toMatchObject({ state: "expired", arguments: shown, cut: { content: 20_000 } });
  });
});

describe("an answer", () => {
  it("counts once", () => {
    const { approvals } = desk();
    approvals.ask(question);
    approvals.answer("r1", { approved: true, by: "ada" });
    expect(() => approvals.answer("r1", { approved: false })).toThrow(
      expect.objectContaining({ code: "approval_denied", details: { reason: "answered", approval: "r1" } }),
    );
    expect(approvals.verdictOn(question)).toMatchObject({ kind: "approved", request: { id: "r1", answeredBy: "ada" } });
    expect(approvals.verdictOn(question)).toEqual({ kind: "open" });
    expect(approvals.get("r1")?.state).toBe("used");
  });

  it.each([
    ["true", true, "approved"],
    ["undefined", undefined, "approved"],
    ["an object without approved", { by: "ada" }, "approved"],
    ["a number as approved", { approved: 1 }, "approved"],
    ["a number as by", { approved: true, by: 1 }, "by"],
    ["an unknown always", { approved: true, always: "ever" }, "always"],
    ["another name", { approved: true, allways: "tool" }, "allways"],
  ])("that is %s is none, and the request waits on", (_what, answer, parameter) => {
    const { approvals } = desk();
    approvals.ask(question);
    expect(() => approvals.answer("r1", answer as never)).toThrow(
      expect.objectContaining({ code: "invalid_input", details: expect.objectContaining({ parameter }) }),
    );
    expect(approvals.pending()).toHaveLength(1);
    expect(approvals.answer("r1", { approved: true }).state).toBe("approved");
  });

  it("that is no lets the call fail once, and the next one asks again", () => {
    const { approvals } = desk();
    approvals.ask(question);
    approvals.answer("r1", { approved: false });
    expect(approvals.verdictOn(question).kind).toBe("denied");
    expect(approvals.ask(question).id).toBe("r2");
  });

  it.each([
    ["other arguments", { argumentsHash: "h2" }],
    ["another actor", { actor: "other" }],
    ["another session", { session: "s2" }],
    ["another tool of the same name", { identity: {} }],
  ])("does not count for %s", (_what, other) => {
    const { approvals } = desk();
    approvals.ask(question);
    approvals.answer("r1", { approved: true });
    expect(approvals.verdictOn({ ...question, ...other })).toEqual({ kind: "open" });
  });

  it("comes not from who asked, not too late, and not for what nobody asked", () => {
    const { approvals, clock } = desk();
    approvals.ask(question);
    expect(() => approvals.answer("r1", { approved: true, by: "agent" })).toThrow(
      expect.objectContaining({ details: { reason: "own_request", approval: "r1" } }),
    );
    expect(() => approvals.answer("nothing", { approved: true })).toThrow(
      expect.objectContaining({ code: "not_found" }),
    );
    clock.now += tenMinutes;
    expect(approvals.get("r1")?.state).toBe("expired");
    expect(() => approvals.answer("r1", { approved: true })).toThrow(
      expect.objectContaining({ details: { reason: "expired", approval: "r1" } }),
    );
  });

  it("is void after its time, and forgotten later", () => {
    const { approvals, clock } = desk();
    approvals.ask(question);
    approvals.answer("r1", { approved: true });
    clock.now += tenMinutes;
    expect(approvals.verdictOn(question)).toEqual({ kind: "open" });
    clock.now += tenMinutes;
    approvals.ask(question);
    expect(approvals.get("r1")).toBeUndefined();
  });

  it("for always holds for the tool or the arguments, of this actor and session", () => {
    const { approvals } = desk();
    approvals.ask(question);
    approvals.answer("r1", { approved: true, always: "arguments" });
    approvals.verdictOn(question);
    expect(approvals.verdictOn(question)).toEqual({ kind: "standing" });
    const other = { ...question, argumentsHash: "h2" };
    expect(approvals.verdictOn(other)).toEqual({ kind: "open" });
    approvals.ask(other);
    approvals.answer("r2", { approved: true, always: "tool" });
    expect(approvals.verdictOn({ ...question, argumentsHash: "h3" })).toEqual({ kind: "standing" });
    expect(approvals.verdictOn({ ...question, argumentsHash: "h3", session: "s2" })).toEqual({ kind: "open" });
    expect(approvals.verdictOn({ ...question, argumentsHash: "h3", identity: {} })).toEqual({ kind: "open" });
  });
});

describe("requests that are kept", () => {
  /** A place that outlives desks, as JSON would have it. */
  function shelf() {
    const texts = new Map<string, string>();
    return {
      size: () => texts.size,
      open: (): ApprovalRecords => ({
        kept: Array.from(texts.values(), (text) => JSON.parse(text)),
        keep: (record) => texts.set(record.id, JSON.stringify(record)),
        forget: (id) => texts.delete(id),
      }),
    };
  }

  function reopened(records: ApprovalRecords, now = 1_700_000_000_000, toolNamed = (): object | undefined => tool) {
    return createApprovals({
      maximumPending: 2,
      maximumPendingBytes: 1_000_000,
      now: () => now,
      createId: () => "r1",
      records,
      toolNamed,
    });
  }

  it("are asked, answered and used up by three desks, once", () => {
    const { open } = shelf();
    const asked = reopened(open()).ask({ ...question, diff: "-a\n+b\n" });
    const second = reopened(open());
    expect(second.pending()).toEqual([asked]);
    expect(second.ask(question)).toEqual(asked);
    second.answer("r1", { approved: true, by: "person" });
    const third = reopened(open());
    expect(() => third.answer("r1", { approved: false })).toThrow(expect.objectContaining({ code: "approval_denied" }));
    expect(third.verdictOn(question)).toMatchObject({
      kind: "approved",
      request: { id: "r1", answeredBy: "person", diff: "-a\n+b\n" },
    });
    expect(reopened(open()).verdictOn(question)).toEqual({ kind: "open" });
    expect(reopened(open()).get("r1")?.state).toBe("used");
  });

  it("count for the tool of that name, and for none where it is gone", () => {
    const { open } = shelf();
    reopened(open()).ask(question);
    reopened(open()).answer("r1", { approved: true });
    const without = reopened(open(), undefined, () => undefined);
    expect([without.get("r1")?.state, without.verdictOn(question)]).toEqual(["approved", { kind: "open" }]);
    expect(reopened(open()).verdictOn(question).kind).toBe("approved");
  });

  it("expire by the clock and not by the desk, and are let go of later", () => {
    const { open, size } = shelf();
    reopened(open()).ask(question);
    const later = reopened(open(), 1_700_000_000_000 + tenMinutes);
    expect([later.pending(), later.get("r1")?.state]).toEqual([[], "expired"]);
    const muchLater = reopened(open(), 1_700_000_000_000 + 2 * tenMinutes, () => undefined);
    muchLater.ask({ ...question, argumentsHash: "h2" });
    expect(size()).toBe(1);
  });

  it("do not keep standing answers", () => {
    const { open } = shelf();
    const first = reopened(open());
    first.ask(question);
    first.answer("r1", { approved: true, always: "tool" });
    first.verdictOn(question);
    expect(first.verdictOn(question)).toEqual({ kind: "standing" });
    expect(reopened(open()).verdictOn(question)).toEqual({ kind: "open" });
  });
});
