/** The shared threat cases of storage and of concurrency, and the files that run them. */
import { loadCases } from "../shared-cases.ts";
import type { ThreatCase } from "../threat-case.ts";

const cases = (loadCases<ThreatCase>("threats.jsonl") ?? []).filter(
  ({ area }) => area === "storage" || area === "concurrency",
);

/** Whether there are any. */
export const hasCases: boolean = cases.length > 0;

/** As many as the cases say; else as many as take seconds. */
export const isFull: boolean = process.env["GRAPHDOWN_FULL"] !== undefined;

/** The file of this folder that runs a case, by the property in which the case says what goes wrong. */
export const fileByProperty: Readonly<Record<string, string>> = {
  fault: "s3-faults.test.ts",
  list_fault: "s3-listings.test.ts",
  preflight: "s3-conditions.test.ts",
  s3: "s3-objects.test.ts",
  increments_each: "many-at-once.test.ts",
  op: "many-at-once.test.ts",
  readers: "many-at-once.test.ts",
};

/** Run elsewhere, or not yet. */
const elsewhere: Readonly<Record<string, string>> = {
  "concurrency-003": "test/storage/histories/histories.test.ts",
  "concurrency-007": "test/storage/histories/histories.test.ts",
  "concurrency-011": "test/storage/histories/histories.test.ts",
  "concurrency-013": "test/workers/storage/r2-store.test.ts: R2 is in workerd",
  "concurrency-014": "the contract of storage, in test/workers/storage/r2-contract.test.ts",
  "concurrency-017": "test/faces/http/lost-updates.test.ts and test/storage/node-disk/processes.test.ts",
  "concurrency-019": "test/cases/threats-edits.test.ts",
  "concurrency-020": "test/cases/threats-edits.test.ts",
  "concurrency-027": "not yet: there is no janitor",
  "concurrency-028": "not yet: there is no janitor",
};

const fileOf = (each: ThreatCase): string | undefined => {
  const property = Object.keys(fileByProperty).find((name) => name in each.input);
  return property === undefined ? undefined : fileByProperty[property];
};

const own = cases.filter(({ id }) => !(id in elsewhere));

/** The cases that describe themselves by this property, in words like these. */
export function casesWith(name: string, words: RegExp = /(?:)/): (readonly [string, ThreatCase])[] {
  return own.filter((each) => name in each.input && words.test(said(each, name))).map((each) => [each.id, each]);
}

/** What a case says by a property. */
export function said(each: ThreatCase, name: string): string {
  return String(each.input[name]);
}

/** The cases of a file that it did not run. */
export function casesNotRun(file: string, run: ReadonlySet<string>): string[] {
  return own.filter((each) => fileOf(each) === file && !run.has(each.id)).map(({ id }) => id);
}

/** The cases that no file of this folder runs, though they are not run elsewhere. */
export function casesOfNoFile(): string[] {
  return own.filter((each) => fileOf(each) === undefined).map(({ id }) => id);
}
