/** The folders of a diagram: which boxes lie in each. */

import { compareCodePoints } from "../base/compare-code-points.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { Diagram } from "./diagram.ts";

/** The frame of one folder and the positions of the boxes that are drawn directly in it. */
export interface Frame {
  readonly folder: LogicalPath;
  readonly members: readonly number[];
}

/** The frames sorted by their folders, and the boxes that stand outside of any. */
export function framesOf({ nodes }: Diagram): { readonly frames: readonly Frame[]; readonly loose: readonly number[] } {
  const loose: number[] = [];
  const byFolder = new Map<LogicalPath, number[]>();
  for (let position = 0; position < nodes.length; position++) {
    const folder = nodes[position]?.folder ?? "";
    const members = folder === "" ? loose : byFolder.get(folder);
    if (members === undefined) byFolder.set(folder as LogicalPath, [position]);
    else members.push(position);
  }
  const frames = [...byFolder].map(([folder, members]) => ({ folder, members }));
  return { frames: frames.sort((a, b) => compareCodePoints(a.folder, b.folder)), loose };
}
