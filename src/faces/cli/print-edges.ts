/** Edges with their places as lines for people. */
import type { NeighborsResult } from "../../context/file-context.ts";
import type { Terminal } from "./terminal/terminal.ts";

type Edge = NeighborsResult["neighbors"][number]["edges"][number];
type Node = NeighborsResult["node"];

/** What a kind of edge is called, seen from where it begins. */
const words: Readonly<Record<Edge["kind"], string>> = {
  linksTo: "links",
  embeds: "embeds",
  relation: "relation",
  cites: "cites",
  taggedWith: "tag",
  mentions: "names",
  contains: "contains",
  partOf: "part of",
};

/** A node on one line: where it is, and what it is called. */
export function nodeLine({ kind, path, label, id, startLine }: Node, terminal: Terminal): string {
  const name = terminal.style("bold", terminal.safe(kind === "tag" ? `#${label}` : label));
  if (path !== undefined && path !== "") {
    const place = startLine === undefined ? path : `${path}:${startLine}`;
    const shown = terminal.style("cyan", terminal.safe(kind === "folder" ? `${place}/` : place));
    return label === path ? shown : `${shown}  ${name}`;
  }
  const what = kind === "external" || kind === "tag" ? "" : terminal.style("dim", ` (${kind})`);
  return `${kind === "external" ? terminal.style("cyan", terminal.safe(id)) : name}${what}`;
}

/** The places of an edge, one a line; one line for an edge that nobody wrote. */
export function edgeLines(
  { direction, kind, relation, count, places, with: nearer }: Edge,
  terminal: Terminal,
): string[] {
  const arrow = direction === "out" ? "→" : "←";
  const word = terminal.style("yellow", terminal.safe(relation ?? words[kind]));
  const through = nearer === undefined ? "" : terminal.style("dim", ` with ${terminal.safe(nearer)}`);
  if (places.length === 0) return [`    ${arrow} ${word}${through}`];
  const lines = places.map(({ path, line, context }) => {
    const place = terminal.style("cyan", `${terminal.safe(path)}:${line}`);
    return `    ${arrow} ${word}${through}  ${place}  ${terminal.style("dim", terminal.safe(context))}`;
  });
  const more = count - places.length;
  return more > 0 ? [...lines, terminal.style("dim", `      and ${more} more places`)] : lines;
}
