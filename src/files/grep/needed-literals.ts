/** Finds what every match of a pattern must contain, so that a text without it need not be looked at. */
import { type CodePointSet, membersOf } from "./code-point-set.ts";
import type { PatternNode } from "./pattern-node.ts";

/** Characters in a row, each with its few forms. */
export type Literal = readonly CodePointSet[];

/** Most literals of which one is needed. */
const maximumLiterals = 16;

/** Most forms of a character that is part of a literal. */
const maximumForms = 4;

/** Characters that are repeated so often count as a row of them. */
const maximumRepeated = 8;

/** Literals of which each match contains at least one, as rare ones as the pattern allows; `undefined` where nothing is needed. */
export function neededLiterals(node: PatternNode): readonly Literal[] | undefined {
  return neededOf(node)?.literals;
}

interface Needed {
  readonly literals: readonly Literal[];
  /** A guess at how often they are met. */
  readonly chance: number;
}

function neededOf(node: PatternNode): Needed | undefined {
  switch (node.kind) {
    case "set":
    case "sequence":
      return rarest(neededOfRow(rowOf(node)));
    case "assertion":
      return undefined;
    case "choice":
      return neededOfChoice(node.options);
    case "repeat":
      return node.minimum === 0 ? undefined : rarest(neededOfRow(rowOf(node)));
  }
}

function neededOfChoice(options: readonly PatternNode[]): Needed | undefined {
  const needed: Needed[] = [];
  for (const option of options) {
    const one = neededOf(option);
    if (one === undefined) return undefined;
    needed.push(one);
  }
  const literals = needed.flatMap((one) => one.literals);
  if (literals.length > maximumLiterals) return undefined;
  return { literals, chance: needed.reduce((sum, one) => sum + one.chance, 0) };
}

/** The nodes of a sequence in a row, sequences in it and short repetitions written out. */
function rowOf(node: PatternNode): readonly PatternNode[] {
  if (node.kind === "sequence") return node.parts.flatMap(rowOf);
  if (node.kind !== "repeat" || node.minimum === 0) return [node];
  const part = rowOf(node.part);
  const times = Math.min(node.minimum, Math.max(1, Math.floor(maximumRepeated / part.length)));
  const row = Array.from({ length: times }, () => part).flat();
  // What follows need not follow at once, unless the repetition has no more to come.
  return node.maximum === times ? row : [...row, gap];
}

/** Stands where anything may be. */
const gap: PatternNode = { kind: "set", set: undefined };

function neededOfRow(row: readonly PatternNode[]): Needed[] {
  const found: Needed[] = [];
  let literal: CodePointSet[] = [];
  const end = (): void => {
    if (literal.length > 0) found.push(neededOfLiteral(literal));
    literal = [];
  };
  for (const node of row) {
    if (node.kind === "assertion") continue;
    if (node.kind === "set") {
      if (node.set !== undefined && isPlain(node.set)) literal.push(node.set);
      else end();
      continue;
    }
    end();
    const inner = node.kind === "choice" ? neededOfChoice(node.options) : undefined;
    if (inner !== undefined) found.push(inner);
  }
  end();
  return found;
}

function rarest(needed: readonly Needed[]): Needed | undefined {
  return needed.reduce<Needed | undefined>(
    (best, one) => (best === undefined || one.chance < best.chance ? one : best),
    undefined,
  );
}

/** Whether all forms of a character take as many bytes, so that their bytes can be compared place by place. */
function isPlain(set: CodePointSet): boolean {
  const members = membersOf(set, maximumForms);
  if (members === undefined || members.length === 0) return false;
  const length = utf8Length(members[0] as number);
  // What is broken in a file reads as U+FFFD and has other bytes; surrogates and line ends are in no line.
  return members.every((member) => utf8Length(member) === length && member !== 0xfffd && !isNoCharacter(member));
}

function isNoCharacter(codePoint: number): boolean {
  return codePoint === 0x0a || codePoint === 0x0d || (codePoint >= 0xd800 && codePoint <= 0xdfff);
}

function utf8Length(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

function neededOfLiteral(literal: Literal): Needed {
  const chance = literal.reduce((product, set) => product * chanceOf(set), 1);
  return { literals: [literal], chance };
}

function chanceOf(set: CodePointSet): number {
  return (membersOf(set, maximumForms) ?? []).reduce((sum, member) => sum + byteChance(member), 0);
}

/** Letters of English text and code from the most to the least frequent; a guess is enough, since only speed depends on it. */
const byFrequency = " etaoinsrlcdhumpfgybvwkx-.,/()'\"`:_=0#1*;>qj<[]|2z3!?&%$@^+~{}\\";

/** About how often a byte or a character is met in text. */
export function byteChance(codePoint: number): number {
  if (codePoint >= 0x80) return 0.002;
  const letter = String.fromCharCode(codePoint);
  const rank = byFrequency.indexOf(letter.toLowerCase());
  const chance = rank === -1 ? 0.001 : 0.12 / (1 + rank * 0.6);
  return letter >= "A" && letter <= "Z" ? chance / 20 : chance;
}
