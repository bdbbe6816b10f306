/** A look as the event that says what is there. */
import { type DirectoryPath, isBelow, type LogicalPath } from "../../base/logical-path.ts";
import type { StateEvent } from "./change-event.ts";
import type { Look } from "./look.ts";

/** The event for what is below a folder; `missed` where the listener has named another snapshot than this one. */
export function stateOf(
  { digest, time, files, otherPaths, skipped }: Look,
  directory: DirectoryPath,
  missed: boolean,
): StateEvent {
  const isWanted = (path: LogicalPath): boolean => directory === "" || isBelow(path, directory);
  return {
    type: "state",
    time,
    snapshot: digest,
    documentCount: files.filter(({ path }) => isWanted(path)).length,
    otherCount: otherPaths.filter(isWanted).length,
    ...(skipped === undefined ? {} : { skipped }),
    ...(missed ? { missed } : {}),
  };
}
