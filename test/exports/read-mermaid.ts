/** Reads Mermaid text with Mermaid itself. */
import { JSDOM } from "jsdom";

export interface ReadDiagram {
  /** Label by id, as it is shown. */
  readonly labels: ReadonlyMap<string, string>;
  readonly edges: readonly { readonly source: string; readonly target: string; readonly label: string }[];
  readonly frames: readonly { readonly id: string; readonly label: string; readonly members: readonly string[] }[];
  readonly links: ReadonlyMap<string, string>;
}

interface FlowDatabase {
  getVertices(): Map<string, { text?: string; link?: string; labelType: string }>;
  getEdges(): { start: string; end: string; text: string }[];
  getSubGraphs(): { id: string; title: string; nodes: string[] }[];
}

let loaded: Promise<typeof import("mermaid").default> | undefined;

/** Mermaid wants a document while it is loaded and while it parses. */
async function load(): Promise<typeof import("mermaid").default> {
  const { window } = new JSDOM("<!doctype html><body></body>");
  Object.assign(globalThis, { window, document: window.document });
  const mermaid = (await import("mermaid")).default;
  mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
  return mermaid;
}

/** Parses a flowchart as Mermaid does with its default settings; throws where Mermaid would draw an error. */
export async function readMermaid(text: string): Promise<ReadDiagram> {
  loaded ??= load();
  const mermaid = await loaded;
  if (text.length > 50_000) throw new Error("Mermaid draws no text of more than 50,000 characters");
  await mermaid.parse(text);
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
  const database = diagram.db as unknown as FlowDatabase;
  const labels = new Map<string, string>();
  const links = new Map<string, string>();
  for (const [id, { text: label, link }] of database.getVertices()) {
    labels.set(id, shown(label ?? id));
    if (link !== undefined) links.set(id, link);
  }
  return {
    labels,
    links,
    edges: database
      .getEdges()
      .map(({ start, end, text: label }) => ({ source: start, target: end, label: shown(label) })),
    frames: database.getSubGraphs().map(({ id, title, nodes }) => ({ id, label: shown(title), members: nodes })),
  };
}

/** Mermaid keeps entities in a form of its own until it draws; then HTML shows them. */
function shown(label: string): string {
  const html = label.replaceAll("ﬂ°°", "&#").replaceAll("ﬂ°", "&").replaceAll("¶ß", ";");
  const element = globalThis.document.createElement("div");
  element.innerHTML = html.replaceAll(/<br\s*\/?>/g, "\n");
  return element.textContent ?? "";
}
