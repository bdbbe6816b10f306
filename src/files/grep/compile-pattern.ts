/** A pattern made ready: what to look for in bytes, and which engines may search the text. */
import { type ByteFinder, createByteFinder } from "./byte-finder.ts";
import { createLinearEngine, type LineEngine } from "./linear-engine.ts";
import { type NativePattern, nativePattern } from "./native-pattern.ts";
import { type Literal, neededLiterals } from "./needed-literals.ts";
import { literalNode, parsePattern } from "./parse-pattern.ts";
import { checkPatternText } from "./pattern-errors.ts";
import type { PatternNode } from "./pattern-node.ts";

export interface PatternOptions {
  readonly pattern: string;
  /** The pattern stands for itself, without a language. */
  readonly literal: boolean;
  /** Default `true`. */
  readonly ignoreCase?: boolean | undefined;
  /** Most characters of a pattern. */
  readonly maximumCharacters: number;
}

/** A pattern that can be searched for. */
export interface CompiledPattern {
  /** `false` for bytes whose text certainly has no match. */
  readonly mayBeIn: ByteFinder;
  /** The runtime's own engine, where the pattern is without danger for it. */
  readonly native: NativePattern | undefined;
  /** Finds places of which each line with a match holds at least one. */
  readonly candidates: NativePattern | undefined;
  /** The engine that takes every pattern, once it is loaded. */
  readonly linear: LineEngine | undefined;
  loadLinear(): Promise<void>;
}

/** Compiles a pattern; `invalid_pattern` for an empty, too long or invalid one, with the position. */
export async function compilePattern(options: PatternOptions): Promise<CompiledPattern> {
  const { pattern, literal, ignoreCase = true, maximumCharacters } = options;
  checkPatternText(pattern, { maximum: maximumCharacters, literal });
  const { node, stoppedAt } = literal
    ? { node: literalNode(pattern, { ignoreCase }), stoppedAt: undefined }
    : parsePattern(pattern, { ignoreCase });
  const native = node && nativePattern(node);
  const literals = node && neededLiterals(node);
  let linear: LineEngine | undefined;
  const compiled: CompiledPattern = {
    native,
    mayBeIn: literals === undefined ? () => true : createByteFinder(literals),
    candidates: literals && nativePattern(anyOf(literals)),
    get linear() {
      return linear;
    },
    async loadLinear() {
      linear ??= await createLinearEngine({ pattern, literal, ignoreCase, stoppedAt });
    },
  };
  // A pattern that was not understood here is for that engine to accept or to refuse.
  if (native === undefined) await compiled.loadLinear();
  return compiled;
}

function anyOf(literals: readonly Literal[]): PatternNode {
  return {
    kind: "choice",
    options: literals.map((sets) => ({ kind: "sequence", parts: sets.map((set) => ({ kind: "set", set })) })),
  };
}
