/** What became of a link, by names that stay true whatever comes to or goes from the graph. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { LinkResolution, ResolvedBy } from "../knowledge-graph.ts";

const noFile = -1;

/** What a {@link Resolution} is made from. */
export interface ResolutionParts extends LinkResolution {
  /** Number of the file that was found, in the table of files. */
  readonly file?: number | undefined;
}

/** All resolutions are of this one class, so that reading millions of them is fast. */
export class Resolution implements LinkResolution {
  readonly status: LinkResolution["status"];
  readonly path: LogicalPath | undefined;
  readonly by: ResolvedBy | undefined;
  readonly caseDiffers: true | undefined;
  readonly candidates: readonly LogicalPath[] | undefined;
  readonly fragment: LinkResolution["fragment"];
  readonly iri: string | undefined;
  readonly name: string | undefined;
  readonly #file: number;

  constructor({ status, path, by, caseDiffers, candidates, fragment, iri, name, file = noFile }: ResolutionParts) {
    this.status = status;
    this.path = path;
    this.by = by;
    this.caseDiffers = caseDiffers;
    this.candidates = candidates;
    this.fragment = fragment;
    this.iri = iri;
    this.name = name;
    this.#file = file;
  }

  /** The number of the file that was found; `undefined` where none was, or for a folder without a page. */
  static fileOf(resolution: LinkResolution): number | undefined {
    return #file in resolution && resolution.#file !== noFile ? resolution.#file : undefined;
  }

  /** The number of the document that was found; −1 where none was. */
  static documentOf(resolution: LinkResolution): number {
    return resolution.status === "document" && #file in resolution ? resolution.#file : noFile;
  }
}

/** Whether two resolutions say the same of the same file. */
export function isEqualResolution(a: LinkResolution, b: LinkResolution): boolean {
  return (
    a === b ||
    (a.status === b.status &&
      a.path === b.path &&
      a.by === b.by &&
      a.caseDiffers === b.caseDiffers &&
      a.iri === b.iri &&
      a.name === b.name &&
      Resolution.fileOf(a) === Resolution.fileOf(b) &&
      isEqualFragment(a.fragment, b.fragment) &&
      isEqualList(a.candidates, b.candidates))
  );
}

function isEqualFragment(a: LinkResolution["fragment"], b: LinkResolution["fragment"]): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.status === "missing" || b.status === "missing")
    return a?.status === b?.status;
  if (a.section !== b.section) return false;
  if (a.status === "section" || b.status === "section") return a.status === b.status;
  return a.name === b.name && a.line === b.line;
}

function isEqualList(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  return a.every((text, index) => text === b[index]);
}
