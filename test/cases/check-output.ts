/** Checks what a case says of exported text, with the parser of each format. */
import { expect } from "vitest";
import type { ExportFormat } from "../../src/node-index.ts";
import { readCsv } from "../exports/read-csv.ts";
import { drawDot } from "../exports/read-dot.ts";
import { readMermaid } from "../exports/read-mermaid.ts";
import { readJsonld, readQuads, readTurtle } from "../exports/read-rdf.ts";
import { readGexf, readGraphml, readXml } from "../exports/read-xml.ts";
import type { BehaviourCase } from "./behaviour-case.ts";
import type { World } from "./world.ts";

interface ExpectedOutput {
  readonly parses?: boolean;
  readonly contains?: readonly string[];
  readonly containsCI?: readonly string[];
  readonly notContains?: readonly string[];
  readonly nodes?: number;
  readonly edgesCount?: number;
  readonly maxEdges?: number;
  readonly maxChars?: number;
}

/** What a parser made of an exported text. */
interface Parsed {
  readonly text: string;
  readonly nodes?: number;
  readonly edges?: number;
}

/** The format that a case speaks of, by the words of its call. */
export function formatOf({ call, kind }: BehaviourCase): ExportFormat {
  if (/mermaid/i.test(call) || kind === "mermaid") return "mermaid";
  if (/\bDOT\b/.test(call)) return "dot";
  return /json-ld/i.test(call) ? "jsonld" : "turtle";
}

export async function checkOutput(world: World, expected: ExpectedOutput, of: BehaviourCase): Promise<void> {
  const format = formatOf(of);
  const { content } = await world.context.export(format);
  const parsed = await parseExport(format, content);
  for (const part of expected.contains ?? []) expect(parsed.text).toContain(part);
  for (const part of expected.containsCI ?? []) expect(parsed.text.toLowerCase()).toContain(part.toLowerCase());
  for (const part of expected.notContains ?? []) expect(parsed.text).not.toContain(part);
  if (expected.nodes !== undefined) expect(parsed.nodes).toBe(expected.nodes);
  if (expected.edgesCount !== undefined) expect(parsed.edges).toBe(expected.edgesCount);
  if (expected.maxEdges !== undefined) expect(parsed.edges).toBeLessThanOrEqual(expected.maxEdges);
  if (expected.maxChars !== undefined) expect(parsed.text.length).toBeLessThanOrEqual(expected.maxChars);
}

/** Fails where the format's own parser does. */
export async function parseExport(format: ExportFormat, text: string): Promise<Parsed> {
  switch (format) {
    case "mermaid": {
      const { labels, edges } = await readMermaid(text);
      return { text, nodes: labels.size, edges: edges.length };
    }
    case "dot": {
      const { labels, edges } = await drawDot(text);
      return { text, nodes: labels.size, edges: edges.length };
    }
    case "jsonld":
      expect(await readJsonld(text)).not.toEqual([]);
      return { text };
    case "graphml":
    case "gexf": {
      const { nodes, edges } = format === "gexf" ? readGexf(text) : readGraphml(text);
      return { text, nodes: nodes.length, edges: edges.length };
    }
    case "svg":
      return { text, nodes: [...readXml(text).getElementsByClassName("node")].length };
    case "csv":
      return { text, edges: readCsv(text).length - 1 };
    case "json":
    case "canvas": {
      const { nodes, edges } = JSON.parse(text) as { nodes: unknown[]; edges: unknown[] };
      return { text, nodes: nodes.length, edges: edges.length };
    }
    default:
      expect(readQuads(text, format)).not.toEqual([]);
      return { text };
  }
}

/** Turtle and JSON-LD hold the same triples. */
export async function checkSameTriples(world: World): Promise<void> {
  const turtle = await world.context.export("turtle");
  const jsonld = await world.context.export("jsonld");
  expect(await readJsonld(jsonld.content)).toEqual(readTurtle(turtle.content));
}
