/** Reads the plain part of RE2's language into a tree. Whatever else there is, valid or not, is left to the linear engine. */
import { anyCodePoint, type CodePointSet, complementOf, rangesOf, setOf } from "./code-point-set.ts";
import { foldSet } from "./fold-set.ts";
import { escapedSets, posixSets } from "./named-sets.ts";
import type { PatternNode } from "./pattern-node.ts";

/** The tree of a pattern; or the offset of the first thing that is not understood here, which may be valid all the same. */
export type ParsedPattern =
  | { readonly node: PatternNode; readonly stoppedAt?: never }
  | { readonly node?: never; readonly stoppedAt: number };

/** RE2's own bound for repetitions, also of repetitions in each other. */
const maximumRepetitions = 1_000;

/** Parses a pattern. A tree is only given for a pattern that RE2 takes, and means what it means there. */
export function parsePattern(pattern: string, options: { readonly ignoreCase: boolean }): ParsedPattern {
  const parser = new Parser(pattern, options.ignoreCase);
  try {
    return { node: parser.parse() };
  } catch (cause) {
    if (cause instanceof NotUnderstood) return { stoppedAt: cause.offset };
    throw cause;
  }
}

/** The tree of a text that stands for itself. */
export function literalNode(text: string, options: { readonly ignoreCase: boolean }): PatternNode {
  const parts = [...text].map((character): PatternNode => {
    const codePoint = character.codePointAt(0) as number;
    const set = setOf([[codePoint, codePoint]]);
    return { kind: "set", set: options.ignoreCase ? foldSet(set) : set };
  });
  return { kind: "sequence", parts };
}

/** Leaves the parser; never seen outside. */
class NotUnderstood {
  readonly offset: number;

  constructor(offset: number) {
    this.offset = offset;
  }
}

const characterEscapes: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

class Parser {
  readonly #pattern: string;
  #offset = 0;
  #ignoreCase: boolean;
  readonly #names = new Set<string>();

  constructor(pattern: string, ignoreCase: boolean) {
    this.#pattern = pattern;
    this.#ignoreCase = ignoreCase;
  }

  parse(): PatternNode {
    const node = this.#parseChoice();
    // Only a closing parenthesis that opens nowhere ends a choice early.
    if (this.#offset < this.#pattern.length) this.#stop();
    return node;
  }

  #stop(offset = this.#offset): never {
    throw new NotUnderstood(offset);
  }

  /** Takes a match of a sticky expression at the present place. */
  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#offset;
    const match = expression.exec(this.#pattern);
    if (match !== null) this.#offset = expression.lastIndex;
    return match;
  }

  #parseChoice(): PatternNode {
    const options = [this.#parseSequence()];
    while (this.#pattern[this.#offset] === "|") {
      this.#offset++;
      options.push(this.#parseSequence());
    }
    return options.length === 1 ? (options[0] as PatternNode) : { kind: "choice", options };
  }

  #parseSequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#offset < this.#pattern.length) {
      const next = this.#pattern[this.#offset];
      if (next === "|" || next === ")") break;
      const atom = this.#parseAtom();
      if (atom !== undefined) parts.push(this.#parseRepetition(atom));
    }
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: "sequence", parts };
  }

  #parseRepetition(part: PatternNode): PatternNode {
    const start = this.#offset;
    const match = this.#take(/(?:[*+?]|\{(0|[1-9]\d{0,3})(?:(,)(0|[1-9]\d{0,3})?)?\})\??/uy);
    if (match === null) {
      // Longer numbers and the like are for the engine to judge.
      if (/^\{\d/u.test(this.#pattern.slice(start))) this.#stop();
      return part;
    }
    const [text, least, comma, most] = match;
    const bounds: Record<string, readonly [number, number]> = {
      "*": [0, Number.POSITIVE_INFINITY],
      "+": [1, Number.POSITIVE_INFINITY],
      "?": [0, 1],
    };
    const minimum = Number(least ?? 0);
    const maximum = comma === undefined ? minimum : most === undefined ? Number.POSITIVE_INFINITY : Number(most);
    const [from, to] = bounds[text[0] as string] ?? [minimum, maximum];
    const node: PatternNode = { kind: "repeat", part, minimum: from, maximum: to };
    if (to < from || countOf(node) > maximumRepetitions) this.#stop(start);
    if (/^(?:[*+?]|\{\d)/u.test(this.#pattern.slice(this.#offset))) this.#stop(start);
    return node;
  }

  /** `undefined` for what only sets flags. */
  #parseAtom(): PatternNode | undefined {
    switch (this.#pattern[this.#offset]) {
      case "(":
        return this.#parseGroup();
      case "[":
        return this.#parseClass();
      case "\\":
        return this.#parseEscape();
      case "*":
      case "+":
      case "?":
        return this.#stop();
      case ".":
        this.#offset++;
        return { kind: "set", set: anyCodePoint };
      case "^":
        this.#offset++;
        return { kind: "assertion", at: "line-start" };
      case "$":
        this.#offset++;
        return { kind: "assertion", at: "line-end" };
      case "{":
        // Where a repetition would be one of nothing.
        if (/^\{\d/u.test(this.#pattern.slice(this.#offset))) this.#stop();
        return this.#single(this.#takeCodePoint());
      default:
        return this.#single(this.#takeCodePoint());
    }
  }

  #takeCodePoint(): number {
    const codePoint = this.#pattern.codePointAt(this.#offset) as number;
    this.#offset += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  #single(codePoint: number): PatternNode {
    return { kind: "set", set: this.#fold(setOf([[codePoint, codePoint]])) };
  }

  #fold(set: CodePointSet): CodePointSet | undefined {
    return this.#ignoreCase ? foldSet(set) : set;
  }

  #parseGroup(): PatternNode | undefined {
    const start = this.#offset;
    const outer = this.#ignoreCase;
    const name = this.#take(/\(\?P?<([A-Za-z0-9_]+)>/uy)?.[1];
    if (name !== undefined) {
      if (this.#names.has(name)) this.#stop(start);
      this.#names.add(name);
    } else {
      const flags = this.#take(/\(\?([imsU]*)(-[imsU]+)?([:)])/uy);
      if (flags === null && this.#pattern.startsWith("(?", start)) this.#stop(start);
      if (flags === null) this.#offset++;
      else {
        const [, on = "", off = "", end] = flags;
        if (off.includes("i")) this.#ignoreCase = false;
        else if (on.includes("i")) this.#ignoreCase = true;
        if (end === ")") {
          // Nothing is there that could be repeated.
          if (on === "" && off === "") this.#stop(start);
          if (/^(?:[*+?]|\{\d)/u.test(this.#pattern.slice(this.#offset))) this.#stop();
          return undefined;
        }
      }
    }
    const node = this.#parseChoice();
    if (this.#pattern[this.#offset] !== ")") this.#stop(start);
    this.#offset++;
    this.#ignoreCase = outer;
    return node;
  }

  #parseEscape(): PatternNode {
    const start = this.#offset;
    const letter = this.#pattern[start + 1] ?? this.#stop();
    const at = { A: "line-start", z: "line-end", b: "word-edge", B: "no-word-edge" } as const;
    if (Object.hasOwn(at, letter)) {
      this.#offset += 2;
      return { kind: "assertion", at: at[letter as keyof typeof at] };
    }
    if (this.#take(/\\[pP](?:[A-Z]|\{\^?[A-Za-z_]+\})/uy) !== null) return { kind: "set", set: undefined };
    const named = this.#takeNamedEscape();
    if (named !== undefined) return { kind: "set", set: named.set };
    return this.#single(this.#takeCharacterEscape());
  }

  /** `\d` and its like; `undefined` where there is none. Sets that exclude are the complement of what is folded. */
  #takeNamedEscape(): { readonly set: CodePointSet | undefined } | undefined {
    const letter = this.#take(/\\([dswDSW])/uy)?.[1];
    if (letter === undefined) return undefined;
    const set = this.#fold(escapedSets[letter.toLowerCase()] as CodePointSet);
    const excludes = letter !== letter.toLowerCase();
    return { set: excludes && set !== undefined ? complementOf(set) : set };
  }

  #takeCharacterEscape(): number {
    const start = this.#offset;
    const match = this.#take(/\\(?:([afnrtv])|x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]{1,6})\}|([!-/:-@[-`{-~]))/uy);
    if (match === null) return this.#stop();
    const [, control, two, braced, mark] = match;
    if (control !== undefined) return characterEscapes[control] as number;
    if (mark !== undefined) return mark.charCodeAt(0);
    const codePoint = Number.parseInt(two ?? (braced as string), 16);
    if (codePoint > 0x10ffff) this.#stop(start);
    return codePoint;
  }

  #parseClass(): PatternNode {
    const start = this.#offset;
    this.#offset++;
    const excludes = this.#pattern[this.#offset] === "^";
    if (excludes) this.#offset++;
    const ranges: [number, number][] = [];
    let isKnown = true;
    for (let isFirst = true; isFirst || this.#pattern[this.#offset] !== "]"; isFirst = false) {
      if (this.#offset >= this.#pattern.length) this.#stop(start);
      const set = this.#parseClassItem();
      if (set === undefined) isKnown = false;
      else ranges.push(...rangesOf(set));
    }
    this.#offset++;
    if (!isKnown) return { kind: "set", set: undefined };
    const set = setOf(ranges);
    return { kind: "set", set: excludes ? complementOf(set) : set };
  }

  /** The folded set of one item of a class; `undefined` for one that only the linear engine knows. */
  #parseClassItem(): CodePointSet | undefined {
    const start = this.#offset;
    const posix = this.#take(/\[:(\^?)([a-z]+):\]/uy);
    if (posix !== null) {
      const [, excludes, name = ""] = posix;
      if (!Object.hasOwn(posixSets, name)) this.#stop(start);
      const set = this.#fold(posixSets[name] as CodePointSet);
      return excludes === "" || set === undefined ? set : complementOf(set);
    }
    // A colon after a bracket may begin a name that is not known here.
    if (this.#pattern.startsWith("[:", start)) this.#stop();
    if (this.#take(/\\[pP](?:[A-Z]|\{\^?[A-Za-z_]+\})/uy) !== null) return undefined;
    const named = this.#takeNamedEscape();
    if (named !== undefined) return named.set;
    const first = this.#takeClassCharacter(start);
    let last = first;
    if (this.#take(/-(?!\])/uy) !== null) {
      last = this.#takeClassCharacter(start);
      if (last < first) this.#stop(start);
    }
    return this.#fold(setOf([[first, last]]));
  }

  #takeClassCharacter(start: number): number {
    if (this.#offset >= this.#pattern.length) this.#stop(start);
    return this.#pattern[this.#offset] === "\\" ? this.#takeCharacterEscape() : this.#takeCodePoint();
  }
}

/** How often a part can stand at most, counting repetitions in each other; unbounded ones count by their minimum, as RE2 does. */
function countOf(node: PatternNode): number {
  switch (node.kind) {
    case "repeat": {
      const own = Number.isFinite(node.maximum) ? node.maximum : node.minimum;
      return Math.max(1, own) * countOf(node.part);
    }
    case "sequence":
      return Math.max(1, ...node.parts.map(countOf));
    case "choice":
      return Math.max(1, ...node.options.map(countOf));
    default:
      return 1;
  }
}
