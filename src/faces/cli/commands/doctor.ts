/** `graphdown doctor [LOCATION]` */
import type { StoreDescription } from "../../../context/file-context.ts";
import type { Command } from "../command.ts";
import { keptHistory } from "../kept-history.ts";
import { printData } from "../print-tool-result.ts";

/** One promise of the product, whether it holds here, and what follows when it does not. */
interface Finding {
  readonly promise: string;
  readonly holds: boolean;
  readonly value: string;
  readonly cost?: string;
}

export const doctorCommand: Command = {
  name: "doctor",
  summary: "say what a storage location can promise",
  usage: "[LOCATION]",
  positionals: [0, 1],
  options: {},
  examples: [
    {
      line: "graphdown doctor ./notes",
      does: "safe opening, conditional writes, history; exit 1 where a promise would not hold",
    },
  ],
  async run({ positionals }, session) {
    const context = await session.open({ location: positionals[0] });
    const store = context.describeStore();
    const findings = findingsOf(store);
    const sound = findings.every((finding) => finding.holds);
    const { terminal } = session;
    if (session.json) {
      const summary = `${store.name}: ${sound ? "every promise holds" : "some promises do not hold"}`;
      await printData(session, summary, { store: store.name, sound, findings });
      return sound ? 0 : 1;
    }
    await terminal.line(`${terminal.style("bold", store.name)} (graphdown on Node ${process.versions.node})`);
    for (const { promise, holds, value, cost } of findings) {
      const mark = holds ? terminal.style("green", "ok  ") : terminal.style("red", "no  ");
      await terminal.line(`${mark}${promise}: ${value}${cost === undefined ? "" : `: ${cost}`}`);
    }
    return sound ? 0 : 1;
  },
};

function findingsOf(store: StoreDescription): readonly Finding[] {
  const exact = store.safeOpen !== "best_effort";
  const conditional = store.conditionalWrites === "between_processes";
  // Where only this process writes, or nobody, nothing can be lost.
  const own = store.name === "memory" || !store.writable;
  return [
    {
      promise: "safe opening",
      holds: exact,
      value: store.safeOpen,
      ...(exact
        ? {}
        : { cost: "who can swap folders for links while files are opened could lead a read outside the folder" }),
    },
    {
      promise: "conditional writes",
      holds: conditional || own,
      value: store.conditionalWrites,
      ...(conditional || own ? {} : { cost: "two processes that write one file at once could lose an edit" }),
    },
    {
      promise: "older versions",
      // Not every store keeps history; nothing that we promise depends on it.
      holds: true,
      value: store.history ? keptHistory : "not kept",
      ...(store.history ? {} : { cost: "a version that is no longer current can't be read again" }),
    },
    { promise: "writing", holds: true, value: store.writable ? "possible" : "read-only" },
  ];
}
