import fc from "fast-check";
import { RE2JS, RE2JSSyntaxException } from "re2js";
import { describe, expect, it } from "vitest";
import { lineStarts } from "../../../src/base/lines.ts";
import { compilePattern } from "../../../src/files/grep/compile-pattern.ts";
import { LineSearch } from "../../../src/files/grep/line-search.ts";
import { MatchClock } from "../../../src/files/grep/match-clock.ts";
import { matchLines } from "../../../src/files/match-lines.ts";

/** The lines that the reference engine finds, each with the place where its first match begins. */
function referenceLines(pattern: RE2JS, text: string): readonly (readonly [number, string])[] {
  const starts = lineStarts(text);
  return starts.flatMap((start, index) => {
    const line = text.slice(start, starts[index + 1] ?? text.length).replace(/[\r\n]+$/, "");
    const matcher = pattern.matcher(line);
    return matcher.find() ? [[index + 1, line.slice(matcher.start())] as const] : [];
  });
}

/** The same by ours, either with the engine that it chooses or with the linear one. */
async function ourLines(options: {
  readonly pattern: string;
  readonly text: string;
  readonly ignoreCase: boolean;
  readonly literal?: boolean;
  readonly linear?: boolean;
}): Promise<readonly (readonly [number, string])[]> {
  const { pattern, text, ignoreCase, literal = false, linear = false } = options;
  const compiled = await compilePattern({ pattern, literal, ignoreCase, maximumCharacters: 512 });
  await compiled.loadLinear();
  const { mayBeIn, candidates, linear: engine, loadLinear } = compiled;
  const chosen = linear ? { native: undefined, mayBeIn, candidates, linear: engine, loadLinear } : compiled;
  const search = new LineSearch(chosen, new MatchClock(Number.POSITIVE_INFINITY));
  const lined = text.replace(/\r\n?/g, "\n");
  const found: (readonly [number, string])[] = [];
  for (let from = 0; from < lined.length; ) {
    const at = search.find(lined, from);
    if (at === -1) break;
    const end = lined.indexOf("\n", at) === -1 ? lined.length : lined.indexOf("\n", at);
    found.push([lined.slice(0, at).split("\n").length, lined.slice(at, end)]);
    from = end + 1;
  }
  // What is looked for in bytes first must be there.
  if (found.length > 0) expect(mayBeIn(new TextEncoder().encode(text))).toBe(true);
  const bounds = { maximumLines: Number.POSITIVE_INFINITY, maximumLineCharacters: 500, context: 0 };
  const lines = matchLines(text, new LineSearch(chosen, new MatchClock(Number.POSITIVE_INFINITY)), bounds)?.lines ?? [];
  expect(lines.map(({ lineNumber }) => lineNumber)).toEqual(found.map(([line]) => line));
  return found;
}

const characters = [..."aAbBkKsSxé É_09-. #ß\tſK\u212aµμΜÅåσςΣЖжḱ😀界\u2028\u0085\u00a0"];
const character = fc.constantFrom(...characters);
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

const classItem = fc.oneof(
  { weight: 4, arbitrary: character.map(escaped) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "a-f",
      "A-K",
      "0-5",
      "j-t",
      "à-ü",
      "α-ω",
      "а-я",
      "\\x00-\\x7F",
      "A-z",
      " -~",
      "\\x{1F600}-\\x{1F64F}",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "\\d",
      "\\w",
      "\\s",
      "\\D",
      "\\W",
      "\\S",
      "[:alpha:]",
      "[:^upper:]",
      "[:space:]",
      "\\pL",
    ),
  },
);
const bracketed = fc
  .tuple(fc.boolean(), fc.array(classItem, { minLength: 1, maxLength: 3 }))
  .map(([excludes, items]) => `[${excludes ? "^" : ""}${items.join("")}]`);

const atom = fc.oneof(
  { weight: 8, arbitrary: character.map(escaped) },
  { weight: 3, arbitrary: bracketed },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ".",
      "^",
      "$",
      "\\b",
      "\\B",
      "\\A",
      "\\z",
      "\\d",
      "\\w",
      "\\W",
      "\\s",
      "\\S",
      "\\D",
      "\\n",
      "\\r",
      "\\t",
      "\\x41",
      "\\x{212a}",
      "(?i)",
      "(?-i)",
      "(?s)",
      "(?m)",
      "(?U)",
      "\\pL",
      "\\p{Greek}",
      "\\PN",
      "\\Qa.\\E",
      "\\101",
      "",
      "-",
      "]",
      "}",
      "{",
    ),
  },
);
const repetition = fc.constantFrom(
  "",
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "*?",
  "+?",
  "??",
  "{2}",
  "{1,3}",
  "{0,2}?",
  "{2,}",
  "{0}",
  "{,2}",
);

/** A choice of rows of parts, each repeated or not. */
const choiceOf = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(
      fc.array(fc.tuple(part, repetition), { minLength: 1, maxLength: 3 }).map((row) => row.flat().join("")),
      { minLength: 1, maxLength: 2 },
    )
    .map((rows) => rows.join("|"));
const groupOf = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom("(", "(?:", "(?:", "(?i-s:", "(?-i:", "(?P<n>"), inner)
    .map(([open, text]) => `${open}${text})`);
const withGroups = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: atom }, { weight: 1, arbitrary: groupOf(inner) });
const pattern = choiceOf(withGroups(choiceOf(withGroups(choiceOf(atom)))));

const text = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: character },
      { weight: 1, arbitrary: fc.constantFrom("\n", "\r\n", "\r", "ab", "kS") },
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(""));

describe("the engines", () => {
  it("find what the reference engine finds, for every pattern that it takes", async () => {
    let natively = 0;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        pattern,
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (source, texts, ignoreCase) => {
          fc.pre(source !== "");
          let reference: RE2JS;
          try {
            reference = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
          } catch (cause) {
            expect(cause).toBeInstanceOf(RE2JSSyntaxException);
            const refused = compilePattern({ pattern: source, literal: false, ignoreCase, maximumCharacters: 512 });
            await expect(refused).rejects.toMatchObject({ code: "invalid_pattern" });
            return;
          }
          accepted++;
          const { native } = await compilePattern({
            pattern: source,
            literal: false,
            ignoreCase,
            maximumCharacters: 512,
          });
          if (native !== undefined) natively++;
          for (const each of texts) {
            const expected = referenceLines(reference, each);
            expect(await ourLines({ pattern: source, text: each, ignoreCase })).toEqual(expected);
            expect(await ourLines({ pattern: source, text: each, ignoreCase, linear: true })).toEqual(expected);
          }
        },
      ),
      { numRuns: 1_500 },
    );
    // The comparison is worth something only where the runtime's engine is used.
    expect(natively / accepted).toBeGreaterThan(0.3);
  });

  it("find a literal as the reference engine finds the quoted one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(character, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
        text,
        fc.boolean(),
        async (needle, before, ignoreCase) => {
          const reference = RE2JS.compile(RE2JS.quote(needle), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
          for (const each of [before, `${before}${needle.toUpperCase()}`, `${before}${needle.toLowerCase()}x`]) {
            const expected = referenceLines(reference, each);
            expect(await ourLines({ pattern: needle, text: each, ignoreCase, literal: true })).toEqual(expected);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
