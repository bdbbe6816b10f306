/** Graphviz as WebAssembly: DOT to a picture. Loaded only for an export that draws. */
import { GraphdownError } from "../base/errors.ts";

/**
 * Graph attributes, the prettiest first: where space is tight, Graphviz finds no way for some arrows and leaves them out, or trips over
 * its own memory. Without frames for folders it gets by with less.
 */
const manners = [
  "splines=spline",
  "splines=line",
  "splines=spline, clusterrank=none",
  "splines=line, clusterrank=none",
] as const;

/**
 * The picture of a graph with so many arrows, as SVG; `dotOf` gives its DOT for some graph attributes. `unsupported` where the runtime
 * compiles no WebAssembly; what can't be drawn at all is `limit_exceeded`.
 */
export async function drawDot(dotOf: (attributes: string) => string, arrowCount: number): Promise<string> {
  let failure: unknown;
  for (const manner of manners) {
    // What one drawing did to the memory must not show in the next, so that each has a program of its own.
    const { program, messages } = await loadGraphviz();
    try {
      const { output, errors } = program.render(dotOf(manner), { format: "svg" });
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
