/** Approval requests in the storage of a Durable Object, which outlives the object's memory. */
import type { ApprovalRecord, ApprovalRecords } from "../../guard/approvals/approval-records.ts";
import type { ObjectStorage } from "./worker-environment.ts";

const prefix = "approval/";

/** A value in the storage has at most 2 MB: a question may show the whole content of a file. */
const pieceCharacters = 400_000;

/** What changes of a request, in one value; the question is beside it in pieces. */
interface Head extends Omit<ApprovalRecord, "question"> {
  readonly buildId: string;
  readonly pieces: number;
}

/** Reads what was kept. What another build has kept is void, since its tools may have done something else. */
export async function openObjectRecords(storage: ObjectStorage, buildId: string): Promise<ApprovalRecords> {
  const values = await storage.list({ prefix });
  const pieceCounts = new Map<string, number>();
  const kept: ApprovalRecord[] = [];
  const forget = (id: string, pieces: number): void => {
    pieceCounts.delete(id);
    // An object whose storage fails is ended by the runtime, with all that it has not sent.
    storage.delete(keysOf(id, pieces)).catch(() => undefined);
  };
  for (const [key, value] of values) {
    if (key.indexOf("/", prefix.length) !== -1) continue;
    const { buildId: madeBy, pieces, ...rest } = value as Head;
    if (madeBy !== buildId) {
      forget(rest.id, pieces);
      continue;
    }
    pieceCounts.set(rest.id, pieces);
    const text = keysOf(rest.id, pieces)
      .slice(1)
      .map((each) => values.get(each) as string)
      .join("");
    kept.push({ ...rest, question: JSON.parse(text) as ApprovalRecord["question"] });
  }
  kept.sort((one, other) => one.askedAt - other.askedAt);
  return {
    kept,
    keep({ question, ...rest }) {
      const known = pieceCounts.get(rest.id);
      // A question never changes.
      const pieces = known === undefined ? piecesOf(JSON.stringify(question)) : [];
      const count = known ?? pieces.length;
      const head: Head = { ...rest, buildId, pieces: count };
      const [headKey, ...pieceKeys] = keysOf(rest.id, count) as [string, ...string[]];
      const values: Record<string, unknown> = { [headKey]: head };
      pieces.forEach((piece, at) => {
        values[pieceKeys[at] as string] = piece;
      });
      pieceCounts.set(rest.id, count);
      storage.put(values).catch(() => undefined);
    },
    forget: (id) => forget(id, pieceCounts.get(id) ?? 0),
  };
}

function keysOf(id: string, pieces: number): string[] {
  return [`${prefix}${id}`, ...Array.from({ length: pieces }, (_, at) => `${prefix}${id}/${at}`)];
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += pieceCharacters)
    pieces.push(text.slice(start, start + pieceCharacters));
  return pieces;
}
