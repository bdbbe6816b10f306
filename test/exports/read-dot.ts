/** Reads DOT text with Graphviz itself: what it draws, and what it understood. */
import { instance } from "@viz-js/viz";
import { JSDOM } from "jsdom";

export interface DrawnGraph {
  /** Text of each box by id, as it is drawn; the lines of a label are joined by line ends. */
  readonly labels: ReadonlyMap<string, string>;
  readonly edges: readonly { readonly source: string; readonly target: string; readonly label: string }[];
  readonly clusters: readonly string[];
  /** Addresses by id. */
  readonly links: ReadonlyMap<string, string>;
  readonly svg: string;
}

/** Graphviz keeps its memory from one drawing to the next, so that a label which spoils it fails the tests that follow. */
let loaded: ReturnType<typeof instance> | undefined;

function graphviz(): ReturnType<typeof instance> {
  loaded ??= instance();
  return loaded;
}

/** Draws a graph; throws where Graphviz reports an error. */
export async function drawDot(text: string): Promise<DrawnGraph> {
  const viz = await graphviz();
  const { status, output, errors } = viz.render(text, { format: "svg" });
  if (status !== "success" || output === undefined) throw new Error(JSON.stringify(errors));
  const { document } = new JSDOM(output).window;
  const groups = (kind: string): Element[] => [...document.querySelectorAll(`g.${kind}`)];
  const titleOf = (group: Element): string => group.querySelector("title")?.textContent ?? "";
  const textOf = (group: Element): string =>
    [...group.querySelectorAll("text")].map(({ textContent }) => textContent ?? "").join("\n");
  const links = new Map<string, string>();
  for (const group of groups("node")) {
    const address = group.querySelector("a")?.getAttribute("xlink:href");
    if (address) links.set(titleOf(group), address);
  }
  return {
    labels: new Map(groups("node").map((group) => [titleOf(group), textOf(group)])),
    edges: groups("edge").map((group) => {
      const [source = "", target = ""] = titleOf(group).split("->");
      return { source, target, label: textOf(group) };
    }),
    clusters: groups("cluster").map(textOf),
    links,
    svg: output,
  };
}

interface DotJson {
  readonly objects?: readonly {
    readonly _gvid: number;
    readonly name: string;
    readonly label?: string;
    readonly nodes?: readonly number[];
  }[];
}

/** Labels of the boxes in each cluster, by the cluster's label. */
export async function clustersOf(text: string): Promise<Record<string, string[]>> {
  const viz = await graphviz();
  const { objects = [] } = JSON.parse(viz.renderString(text, { format: "json" })) as DotJson;
  const labels = new Map(objects.map(({ _gvid, label = "" }) => [_gvid, label]));
  const clusters = objects.filter(({ name }) => name.startsWith("cluster_"));
  return Object.fromEntries(
    clusters.map(({ label = "", nodes = [] }) => [label, nodes.map((node) => labels.get(node) ?? "")]),
  );
}
