/** Graphviz as WebAssembly: DOT to a picture. Loaded only for an export that draws. */
import { GraphdownError } from "../base/errors.ts";
import type { Diagram } from "./diagram.ts";
import { layerCost } from "./layer-cost.ts";

/** A way to have Graphviz draw: its layout, and attributes of the graph. */
interface Manner {
  readonly engine: "dot" | "sfdp";
  readonly attributes: string;
}

/**
 * Layers along the arrows, the prettiest first: where space is tight, Graphviz finds no way for some arrows and leaves them out, or trips
 * over its own memory. Without frames for folders it gets by with less.
 */
const inLayers: readonly Manner[] = [
  "splines=spline",
  "splines=line",
  "splines=spline, clusterrank=none",
  "splines=line, clusterrank=none",
].map((attributes) => ({ engine: "dot", attributes }));

/** Boxes that push each other away while arrows pull: without frames, and quick for any graph. */
const byForces: readonly Manner[] = [{ engine: "sfdp", attributes: "overlap=scale, splines=line" }];

/** Of {@link layerCost}: 4,000 take two to three seconds, 11,000 half a minute (Graphviz as of @viz-js/viz 3.31, on 2 cores of 2026). */
const maximumLayerCost = 4_000;

/**
 * The picture of a diagram, as SVG: in layers, or where that would take very long by forces. `dotOf` gives its DOT for some graph
 * attributes. `unsupported` where the runtime compiles no WebAssembly; what can't be drawn at all is `limit_exceeded`.
 */
export async function drawDot(diagram: Diagram, dotOf: (attributes: string) => string): Promise<string> {
  const arrowCount = diagram.edges.length;
  const manners = layerCost(diagram) <= maximumLayerCost ? [...inLayers, ...byForces] : byForces;
  let failure: unknown;
  for (const { engine, attributes } of manners) {
    // What one drawing did to the memory must not show in the next, so that each has a program of its own.
    const { program, messages } = await loadGraphviz();
    try {
      const { output, errors } = program.render(dotOf(attributes), { format: "svg", engine });
      if (output !== undefined && countArrows(output) === arrowCount) return output;
      failure = new Error([...errors.map(({ message }) => message), ...messages].slice(0, 5).join("; "));
    } catch (cause) {
      // The program came to its end, as it does without memory.
      failure = cause;
    }
  }
  throw new GraphdownError({
    code: "limit_exceeded",
    message: "Graphviz could not draw so much at once.",
    details: { reason: "drawing" },
    next: "Narrow the export with focus, directory or tags, lower maximumEdges, or export dot.",
    cause: failure,
  });
}

type Program = Awaited<ReturnType<typeof import("@viz-js/viz").instance>>;

async function loadGraphviz(): Promise<{ readonly program: Program; readonly messages: readonly string[] }> {
  const messages: string[] = [];
  try {
    const { instance } = await import("@viz-js/viz");
    return { program: await quietly(instance, messages), messages };
  } catch (cause) {
    throw new GraphdownError({
      code: "unsupported",
      message: "This runtime can't load Graphviz, which draws SVG.",
      details: { reason: "no_graphviz" },
      next: "Export dot, and have it drawn where Graphviz runs; or export mermaid.",
      cause,
    });
  }
}

/**
 * Starts the program with its error output gathered. It takes `console.error` as it is at its start and has no option for another; that
 * moment is over before anything else can run, so nobody else's messages are taken.
 */
function quietly<Result>(start: () => Result, messages: string[]): Result {
  const { error } = console;
  console.error = (message: unknown) => void messages.push(String(message));
  try {
    return start();
  } finally {
    console.error = error;
  }
}

/** Quotes are escaped within texts, so no label is taken for an arrow. */
const arrow = ' class="edge">';

function countArrows(picture: string): number {
  let count = 0;
  for (let at = picture.indexOf(arrow); at !== -1; at = picture.indexOf(arrow, at + arrow.length)) count++;
  return count;
}
