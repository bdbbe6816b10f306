/** The desk: approvals are kept in the process, and beside it where there are records. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import { utf8Length } from "../../base/utf8-length.ts";
import type { ApprovalRecord, ApprovalRecords } from "./approval-records.ts";
import type { ApprovalAnswer, ApprovalQuestion, ApprovalRequest, ApprovalState } from "./approval-request.ts";
import type { Approvals, Verdict } from "./approvals.ts";
import { checkAnswer } from "./check-answer.ts";
import { cutArguments } from "./cut-arguments.ts";

/** How approvals are kept. */
export interface CreateApprovalsOptions {
  /** Most requests of one actor that may wait at once; ten times as many of all. */
  readonly maximumPending: number;
  /** Most bytes that the requests of one actor may hold until they are denied or their calls have run, as JSON; four times as many of all. */
  readonly maximumPendingBytes: number;
  /** Milliseconds for which a request, and the yes to it, is good. Default ten minutes. */
  readonly lifetimeMs?: number;
  /** Milliseconds since 1970. Default: the runtime's clock. */
  readonly now?: () => number;
  /** An id that can't be guessed. Default: a random UUID. */
  readonly createId?: () => string;
  /** Keeps requests and answers beyond this process; standing answers end with it all the same. Default: nothing does. */
  readonly records?: ApprovalRecords | undefined;
  /** The tool of a name, for requests that were kept; one that there is not makes a request void. Default: there is none. */
  readonly toolNamed?: (name: string) => object | undefined;
}

const tenMinutes = 600_000;

/** So many actors can have all the requests waiting that one may; nobody can keep the others from asking. */
const maximumActors = 10;

/** The same for bytes. */
const maximumActorsInBytes = 4;

interface Entry {
  question: ApprovalQuestion;
  /** What the question takes, in bytes of JSON. */
  readonly bytes: number;
  readonly id: string;
  readonly askedAt: number;
  state: Exclude<ApprovalState, "expired">;
  answeredBy?: string;
}

export function createApprovals({
  maximumPending,
  maximumPendingBytes,
  lifetimeMs = tenMinutes,
  now = Date.now,
  createId = () => crypto.randomUUID(),
  records,
  toolNamed = () => undefined,
}: CreateApprovalsOptions): Approvals {
  const entries = new Map((records?.kept ?? []).map((record) => [record.id, entryOf(record, toolNamed)]));
  const standing = new StandingAnswers();
  const keep = (entry: Entry): void => records?.keep(recordOf(entry));

  const isExpired = (entry: Entry): boolean => entry.state !== "used" && now() - entry.askedAt >= lifetimeMs;

  /** What no call is made with any more is only told of, or compared by its hash, and for that a part of it is enough. */
  function shorten(entry: Entry): void {
    entry.question = cutArguments(entry.question);
  }

  /** Forgets what was asked two lifetimes ago; until then a late question about it gets a true answer. */
  function forgetOld(): void {
    for (const [id, entry] of entries) {
      if (now() - entry.askedAt >= 2 * lifetimeMs) {
        entries.delete(id);
        records?.forget(id);
      } else if (isExpired(entry) && entry.question.cut === undefined) {
        shorten(entry);
        if (entry.question.cut !== undefined) keep(entry);
      }
    }
  }

  /** Refuses a request for which there is no room. */
  function requireRoom(question: ApprovalQuestion, bytes: number): void {
    const waiting = current("pending");
    const own = (entry: Entry): boolean => entry.question.actor === question.actor;
    if (waiting.filter(own).length >= maximumPending) throw tooMany(maximumPending);
    if (waiting.length >= maximumPending * maximumActors) throw tooMany(maximumPending * maximumActors);
    if (bytes > maximumPendingBytes) throw tooLong(bytes, maximumPendingBytes);
    const held = [...waiting, ...current("approved")];
    for (const [some, maximum] of [
      [held.filter(own), maximumPendingBytes],
      [held, maximumPendingBytes * maximumActorsInBytes],
    ] as const) {
      const all = some.reduce((sum, entry) => sum + entry.bytes, bytes);
      if (all > maximum) throw tooLongTogether(all, maximum);
    }
  }

  function show({ question, id, askedAt, state, answeredBy }: Entry, expired: boolean): ApprovalRequest {
    const { identity: _, ...asked } = question;
    return {
      ...asked,
      id,
      state: expired ? "expired" : state,
      askedAt: new Date(askedAt).toISOString(),
      expiresAt: new Date(askedAt + lifetimeMs).toISOString(),
      ...(answeredBy === undefined ? {} : { answeredBy }),
    };
  }

  function current(state: Entry["state"]): Entry[] {
    return [...entries.values()].filter((entry) => entry.state === state && !isExpired(entry));
  }

  function find(question: ApprovalQuestion, states: readonly Entry["state"][]): Entry | undefined {
    return states.flatMap(current).find((entry) => isSameCall(entry.question, question));
  }

  return {
    ask(question) {
      forgetOld();
      const waiting = current("pending");
      const same = waiting.find(
        (entry) => isSameCall(entry.question, question) && isSameView(entry.question, question),
      );
      if (same !== undefined) return show(same, false);
      const bytes = bytesOf(question);
      requireRoom(question, bytes);
      const entry: Entry = { question, bytes, id: createId(), askedAt: now(), state: "pending" };
      entries.set(entry.id, entry);
      keep(entry);
      return show(entry, false);
    },
    pending: () => current("pending").map((entry) => show(entry, false)),
    get(id) {
      const entry = entries.get(id);
      return entry === undefined ? undefined : show(entry, isExpired(entry));
    },
    answer(id, answer) {
      const entry = entries.get(id);
      if (entry === undefined) throw unknownRequest(id);
      checkAnswer(answer);
      requireAnswerable(show(entry, isExpired(entry)), answer);
      entry.state = answer.approved ? "approved" : "denied";
      if (answer.by !== undefined) entry.answeredBy = answer.by;
      const request = show(entry, false);
      if (!answer.approved) shorten(entry);
      keep(entry);
      if (answer.approved && answer.always !== undefined) standing.add(entry.question, answer.always);
      return request;
    },
    verdictOn(question): Verdict {
      const entry = find(question, ["approved", "denied"]);
      if (entry === undefined) return standing.covers(question) ? { kind: "standing" } : { kind: "open" };
      const kind = entry.state === "approved" ? "approved" : "denied";
      entry.state = "used";
      const request = show(entry, false);
      shorten(entry);
      keep(entry);
      return { kind, request };
    },
  };
}

/** A request that was kept. Its tool is looked for when somebody compares it, since tools are made later than the desk. */
function entryOf(
  { question, answeredBy, ...rest }: ApprovalRecord,
  toolNamed: (name: string) => object | undefined,
): Entry {
  const gone = {};
  const asked: ApprovalQuestion = {
    ...question,
    get identity() {
      return toolNamed(question.tool) ?? gone;
    },
  };
  return { ...rest, question: asked, bytes: bytesOf(question), ...(answeredBy === undefined ? {} : { answeredBy }) };
}

function recordOf({ question, bytes: _bytes, ...rest }: Entry): ApprovalRecord {
  const { identity: _, ...asked } = question;
  return { ...rest, question: asked };
}

/** What was answered for more than one call. */
class StandingAnswers {
  readonly #tools = new WeakMap<object, Set<string>>();

  add(question: ApprovalQuestion, scope: "tool" | "arguments"): void {
    const keys = this.#tools.get(question.identity) ?? new Set();
    keys.add(keyOf(question, scope));
    this.#tools.set(question.identity, keys);
  }

  covers(question: ApprovalQuestion): boolean {
    const keys = this.#tools.get(question.identity);
    return keys !== undefined && (keys.has(keyOf(question, "tool")) || keys.has(keyOf(question, "arguments")));
  }
}

function keyOf({ actor, session, argumentsHash }: ApprovalQuestion, scope: "tool" | "arguments"): string {
  return JSON.stringify([actor ?? null, session ?? null, scope === "tool" ? "" : argumentsHash]);
}

function isSameCall(one: ApprovalQuestion, other: ApprovalQuestion): boolean {
  return (
    one.identity === other.identity &&
    one.argumentsHash === other.argumentsHash &&
    one.actor === other.actor &&
    one.session === other.session
  );
}

/** Whether both show the same state of the files. */
function isSameView(one: ApprovalQuestion, other: ApprovalQuestion): boolean {
  return (
    one.targets.length === other.targets.length &&
    one.targets.every(({ path, version }, index) => {
      const target = other.targets[index];
      return target?.path === path && target.version === version;
    })
  );
}

function requireAnswerable({ id, state, actor, expiresAt }: ApprovalRequest, { by }: ApprovalAnswer): void {
  if (state !== "pending") {
    const what = state === "expired" ? `has expired at ${expiresAt}` : `has been answered already (${state})`;
    throw new GraphdownError({
      code: "approval_denied",
      message: `The approval request ${id} ${what}.`,
      details: { reason: state === "expired" ? "expired" : "answered", approval: id },
      next: "Make the call again to ask anew.",
    });
  }
  if (by === undefined || by !== actor) return;
  throw new GraphdownError({
    code: "approval_denied",
    message: `The approval request ${id} was made by "${showPath(by)}", who may not answer it.`,
    details: { reason: "own_request", approval: id },
    next: "Somebody else has to answer.",
  });
}

function unknownRequest(id: string): GraphdownError {
  const shown = showPath(String(id));
  return new GraphdownError({
    code: "not_found",
    message: `There is no approval request "${shown}".`,
    details: { approval: shown },
    next: "List the pending requests. Those from before the server was started are void.",
  });
}

function bytesOf(question: ApprovalRecord["question"]): number {
  return utf8Length(JSON.stringify([question.arguments, question.targets, question.diff]));
}

function tooLong(actual: number, maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `An approval request for this call would hold ${actual} bytes, and at most ${maximum} are kept (maximumPendingApprovalBytes).`,
    details: { limit: "maximumPendingApprovalBytes", maximum, actual },
    next: "Make smaller calls; or write the file by PUT /v1/files, whose requests hold the hash of the content only; or raise maximumPendingApprovalBytes.",
  });
}

function tooLongTogether(actual: number, maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `With this call, the approval requests that wait would hold ${actual} bytes, and at most ${maximum} are kept (maximumPendingApprovalBytes).`,
    details: { limit: "maximumPendingApprovalBytes", maximum, actual, reason: "rate" },
    next: "Have some of them answered and their calls made, or wait until they expire.",
  });
}

function tooMany(maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `${maximum} approval requests are waiting already (maximumPendingApprovals).`,
    details: { limit: "maximumPendingApprovals", maximum, actual: maximum + 1, reason: "rate" },
    next: "Have some of them answered, or wait until they expire.",
  });
}
