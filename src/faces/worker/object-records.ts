/** Approval requests in the storage of a Durable Object, which outlives the object's memory. */
import type { ApprovalRecord, ApprovalRecords } from "../../guard/approvals/approval-records.ts";
import type { ObjectStorage } from "./worker-environment.ts";

const prefix = "approval/";

/** Apart from the heads, so that those are read without them. */
const piecePrefix = "approval-piece/";

/** A value in the storage has at most 2 MB: a question may show the whole content of a file. */
const pieceCharacters = 400_000;

/** What changes of a request, in one value; the question is beside it in pieces. */
interface Head extends Omit<ApprovalRecord, "question"> {
  readonly buildId: string;
  readonly pieces: number;
}

/**
 * Reads what was kept, one request after the other. What another build has kept is void, since its tools may have done something else, and
 * not read but for its head.
 */
export async function openObjectRecords(storage: ObjectStorage, buildId: string): Promise<ApprovalRecords> {
  const heads = await storage.list({ prefix });
  const pieceCounts = new Map<string, number>();
  const kept: ApprovalRecord[] = [];
  const forget = (id: string, pieces: number): void => {
    pieceCounts.delete(id);
    // An object whose storage fails is ended by the runtime, with all that it has not sent.
    storage.delete(keysOf(id, pieces)).catch(() => undefined);
  };
  for (const value of heads.values()) {
    const { buildId: madeBy, pieces, ...rest } = value as Head;
    if (madeBy !== buildId) {
      forget(rest.id, pieces);
      continue;
    }
    pieceCounts.set(rest.id, pieces);
    const [, ...pieceKeys] = keysOf(rest.id, pieces);
    const texts = await Promise.all(pieceKeys.map((key) => storage.get(key)));
    kept.push({ ...rest, question: JSON.parse(texts.join("")) as ApprovalRecord["question"] });
  }
  kept.sort((one, other) => one.askedAt - other.askedAt);
  return {
    kept,
    keep({ question, ...rest }) {
      const known = pieceCounts.get(rest.id);
      // A question only changes when it is cut.
      const isWritten = known !== undefined && question.cut === undefined;
      const pieces = isWritten ? [] : piecesOf(JSON.stringify(question));
      const count = isWritten ? known : pieces.length;
      const head: Head = { ...rest, buildId, pieces: count };
      const [headKey, ...pieceKeys] = keysOf(rest.id, count) as [string, ...string[]];
      const values: Record<string, unknown> = { [headKey]: head };
      pieces.forEach((piece, at) => {
        values[pieceKeys[at] as string] = piece;
      });
      pieceCounts.set(rest.id, count);
      storage.put(values).catch(() => undefined);
      const left = keysOf(rest.id, known ?? 0).slice(count + 1);
      if (left.length > 0) storage.delete(left).catch(() => undefined);
    },
    forget: (id) => forget(id, pieceCounts.get(id) ?? 0),
  };
}

function keysOf(id: string, pieces: number): string[] {
  return [`${prefix}${id}`, ...Array.from({ length: pieces }, (_, at) => `${piecePrefix}${id}/${at}`)];
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += pieceCharacters)
    pieces.push(text.slice(start, start + pieceCharacters));
  return pieces;
}
