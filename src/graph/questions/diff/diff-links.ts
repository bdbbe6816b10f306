/** What became of the links of a document between two graphs. */
import type { LogicalPath } from "../../../base/logical-path.ts";
import type { LinkSyntax, MarkdownDocument, MarkdownLink } from "../../../documents/markdown-document.ts";
import type { LinkResolution } from "../../knowledge-graph.ts";
import { isDead, type LinkStatus, linkStatus } from "../../resolve/link-status.ts";

/** A link at its place. */
export interface DiffLink {
  readonly path: LogicalPath;
  readonly line: number;
  readonly column: number;
  readonly syntax: LinkSyntax;
  readonly relation?: string;
  /** As written, fragment included. */
  readonly target: string;
  readonly text: string;
  readonly status: LinkStatus;
  /** Whether it leads nowhere, or to no place in its target. */
  readonly dead?: true;
  /** The file that it leads to. */
  readonly resolved?: LogicalPath;
}

/** A link that is written as before and leads elsewhere. */
export interface ChangedLink extends DiffLink {
  readonly before: {
    readonly path: LogicalPath;
    readonly line: number;
    readonly status: LinkStatus;
    readonly resolved?: LogicalPath;
  };
  /** Where the file that it led to has moved, when that is not where it leads now. */
  readonly movedTo?: LogicalPath;
}

/** The links of a knowledge base that are different, each list by place. */
export interface DiffedLinks {
  /** Led somewhere, and do not any more. */
  readonly newlyBroken: ChangedLink[];
  /** Led nowhere, and do now. */
  readonly newlyResolved: ChangedLink[];
  /** Lead somewhere else, or nowhere in another way. */
  readonly changed: ChangedLink[];
  readonly added: DiffLink[];
  readonly removed: DiffLink[];
}

/** A document with its links' resolutions in one of the graphs. */
export interface LinksOfDocument {
  readonly document: MarkdownDocument;
  readonly resolutions: readonly LinkResolution[];
}

/**
 * Adds the differences of one document's links. A link is the same as long as it is written the same way to the same target, wherever in the
 * document it stands and whatever it shows; of several such, as many as there were are the same.
 */
export function diffLinks(
  from: LinksOfDocument | undefined,
  to: LinksOfDocument | undefined,
  moved: ReadonlyMap<LogicalPath, LogicalPath>,
  found: DiffedLinks,
): void {
  const left = new Map<string, number[]>();
  for (const index of linksOf(from)) {
    const key = keyOf(from?.document.links[index] as MarkdownLink);
    const same = left.get(key);
    if (same === undefined) left.set(key, [index]);
    else same.push(index);
  }
  for (const index of linksOf(to)) {
    const after = linkAt(to as LinksOfDocument, index);
    const earlier = left.get(keyOf((to as LinksOfDocument).document.links[index] as MarkdownLink))?.shift();
    if (earlier === undefined) found.added.push(after);
    else compare(resolutionAt(from, earlier), linkAt(from as LinksOfDocument, earlier), resolutionAt(to, index), after);
  }
  const rest = [...left.values()].flat().sort((one, other) => one - other);
  for (const index of rest) found.removed.push(linkAt(from as LinksOfDocument, index));

  function compare(then: LinkResolution, before: DiffLink, now: LinkResolution, after: DiffLink): void {
    const movedTo = then.path === undefined ? undefined : moved.get(then.path);
    const [was, is] = [isDead(then), isDead(now)];
    if (before.status === after.status && (movedTo ?? then.path) === now.path && was === is) return;
    const { path, line, status, resolved } = before;
    const change: ChangedLink = {
      ...after,
      before: { path, line, status, ...(resolved === undefined ? {} : { resolved }) },
      ...(movedTo === undefined || movedTo === now.path ? {} : { movedTo }),
    };
    if (!was && is) found.newlyBroken.push(change);
    else if (was && !is) found.newlyResolved.push(change);
    else found.changed.push(change);
  }
}

/** The places of what is a link at all: lenient forms without a target are text. */
function* linksOf(side: LinksOfDocument | undefined): Generator<number> {
  for (const index of side?.document.links.keys() ?? []) {
    if (resolutionAt(side, index).status !== "text") yield index;
  }
}

function resolutionAt(side: LinksOfDocument | undefined, index: number): LinkResolution {
  return side?.resolutions[index] as LinkResolution;
}

function keyOf({ syntax, embed, relation = "", target }: MarkdownLink): string {
  return `${syntax}\0${embed}\0${relation}\0${target}`;
}

function linkAt(side: LinksOfDocument, index: number): DiffLink {
  const { line, column, syntax, relation, target, text } = side.document.links[index] as MarkdownLink;
  const resolution = resolutionAt(side, index);
  return {
    path: side.document.path,
    line,
    column,
    syntax,
    ...(relation === undefined ? {} : { relation }),
    target,
    text,
    status: linkStatus(resolution),
    ...(isDead(resolution) ? { dead: true } : {}),
    ...(resolution.path === undefined ? {} : { resolved: resolution.path }),
  };
}
