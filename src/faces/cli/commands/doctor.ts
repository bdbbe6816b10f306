/** `graphdown doctor [LOCATION]` */
import { parseLogicalPath, pathBelow } from "../../../base/logical-path.ts";
import type { StoreDescription } from "../../../context/file-context.ts";
import { isS3Location, parseS3Location } from "../../../storage/s3/parse-s3-location.ts";
import type { Command, CommandSession } from "../command.ts";
import type { Finding } from "../finding.ts";
import { keptHistory } from "../kept-history.ts";
import { printData } from "../print-tool-result.ts";

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
    const { name, findings } =
      (await findingsOfBucket(session, positionals[0])) ?? (await findingsOfStore(session, positionals[0]));
    const sound = findings.every((finding) => finding.holds);
    const { terminal } = session;
    if (session.json) {
      const summary = `${name}: ${sound ? "every promise holds" : "some promises do not hold"}`;
      await printData(session, summary, { store: name, sound, findings });
      return sound ? 0 : 1;
    }
    await terminal.line(`${terminal.style("bold", name)} (graphdown on Node ${process.versions.node})`);
    for (const { promise, holds, value, cost } of findings) {
      const mark = holds ? terminal.style("green", "ok  ") : terminal.style("red", "no  ");
      await terminal.line(`${mark}${promise}: ${value}${cost === undefined ? "" : `: ${cost}`}`);
    }
    return sound ? 0 : 1;
  },
};

interface Findings {
  /** The kind of store. */
  readonly name: string;
  readonly findings: readonly Finding[];
}

async function findingsOfStore(session: CommandSession, location: string | undefined): Promise<Findings> {
  const store = (await session.open({ location })).describeStore();
  return { name: store.name, findings: findingsOf(store) };
}

/** A bucket is tried out anew. `undefined` for every other location. */
async function findingsOfBucket(session: CommandSession, named: string | undefined): Promise<Findings | undefined> {
  const { location = ".", prefix, s3 } = await session.place(named);
  if (!isS3Location(location)) return undefined;
  const [{ inspectBucket }, { bucketFindings }] = await Promise.all([
    import("../../../storage/s3/inspect-bucket.ts"),
    import("../bucket-findings.ts"),
  ]);
  const place = parseS3Location(location, s3);
  const below = prefix === undefined || prefix === "" ? undefined : parseLogicalPath(prefix.replace(/\/$/, ""));
  const joined =
    place.prefix === undefined || below === undefined ? (below ?? place.prefix) : pathBelow(place.prefix, below);
  const report = await inspectBucket({ ...place, prefix: joined, credentials: s3?.credentials });
  return { name: "s3", findings: bucketFindings(report, { singleWriter: place.singleWriter === true }) };
}

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
