/** Gives a file to one of all who want to move it: the move that is in the journal first. */
import type { GraphdownError } from "../../base/errors.ts";
import { alreadyExists } from "../../storage/store-errors.ts";
import { movedByOthers } from "./move-errors.ts";
import { forgetMove, type MoveRecord, moveJournal, type RepairScope, settleMove } from "./move-journal.ts";
import type { StateRecords } from "./state-file.ts";

/** A move of this age that has done nothing yet was left behind, and another one need not wait for it. */
const abandonedMs = 2 * 60 * 1_000;

/** A move in the journal that concerns one of the same two paths. */
interface Rival {
  readonly id: string;
  readonly record: MoveRecord;
}

/**
 * Writes a move down under `id`, in one step with the look at all others. `already_exists` where another one is on its way to the same
 * path, `version_conflict` where one takes or makes the file; one whose call has ended, or that is too old to be alive, is settled first.
 */
export async function claimMove(scope: RepairScope, id: string, record: MoveRecord): Promise<void> {
  const settled = new Set<string>();
  for (;;) {
    let rival: Rival | undefined;
    await moveJournal(scope.store).change((records) => {
      rival = rivalOf(records, record);
      return rival === undefined ? { ...records, [id]: record } : records;
    });
    if (rival === undefined) return;
    if (settled.has(rival.id) || !isLeftBehind(rival.record)) throw refusal(record, rival.record);
    settled.add(rival.id);
    if ((await settleMove(scope, rival.id, rival.record)) === "wait") await forgetMove(scope.store, rival.id);
  }
}

function rivalOf(records: StateRecords<MoveRecord>, { from, to }: MoveRecord): Rival | undefined {
  for (const [id, record] of Object.entries(records)) {
    if ([record.from, record.to].some((path) => path === from || path === to)) return { id, record };
  }
  return undefined;
}

function isLeftBehind({ ended, started }: MoveRecord): boolean {
  return ended === true || Date.now() - started >= abandonedMs;
}

function refusal({ from, to }: MoveRecord, rival: MoveRecord): GraphdownError {
  return rival.to === to && rival.from !== from ? alreadyExists(to) : movedByOthers(from, rival);
}
