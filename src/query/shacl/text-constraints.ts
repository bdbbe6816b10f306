/** Constraints on the text of values: pattern, length, language. */
import { RE2JS, RE2JSException } from "re2js";
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import type { GivenTerm } from "../../exports/write-quads.ts";
import { termText } from "../rdf/term-text.ts";
import type { Constraint } from "./shape.ts";
import { eachValue } from "./value-constraints.ts";

/** `sh:pattern`: found anywhere in the value. RE2 finds it in time that grows with the text alone, whatever the pattern. */
export function patternConstraint(pattern: string, flags: string): Constraint {
  const compiled = compile(pattern, flags);
  return eachValue("Pattern", {
    holds: ({ terms }, value) => {
      const term = terms.termOf(value);
      return term.termType !== "BlankNode" && compiled.test(term.value);
    },
    what: () => `does not match the pattern "${showPath(pattern)}"`,
  });
}

/** `sh:minLength` and `sh:maxLength`, in code points. */
export function lengthConstraint(component: "MinLength" | "MaxLength", bound: number): Constraint {
  const isLeast = component === "MinLength";
  return eachValue(component, {
    holds: ({ terms }, value) => {
      const term = terms.termOf(value);
      if (term.termType === "BlankNode") return false;
      const length = lengthOf(term.value);
      return isLeast ? length >= bound : length <= bound;
    },
    what: () => `is ${isLeast ? "shorter" : "longer"} than ${bound} characters`,
  });
}

/** `sh:languageIn`: `en` takes `en-GB` too. */
export function languageInConstraint(ranges: readonly string[]): Constraint {
  const lowerCase = ranges.map((range) => range.toLowerCase());
  const fits = (language: string): boolean =>
    lowerCase.some((range) => (range === "*" ? true : language === range || language.startsWith(`${range}-`)));
  return eachValue("LanguageIn", {
    holds: ({ terms }, value) => {
      const language = languageOf(terms.termOf(value));
      return language !== "" && fits(language);
    },
    what: () => `is in none of the languages ${showPath(ranges.join(", "))}`,
  });
}

/** `sh:uniqueLang`: at most one value in each language. */
export const uniqueLangConstraint: Constraint = {
  component: "UniqueLang",
  *breaches({ terms }, _, values) {
    const counts = new Map<string, number>();
    for (const value of values) {
      const language = languageOf(terms.termOf(value));
      if (language !== "") counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    for (const [language, count] of counts) {
      if (count > 1) yield { what: `has ${count} values in the language ${showPath(language)}, and may have one` };
    }
  },
};

function languageOf({ termType, language = "" }: GivenTerm): string {
  return termType === "Literal" ? language.toLowerCase() : "";
}

function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index + 1 < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) length -= 1;
  }
  return length;
}

function compile(pattern: string, flags: string): RE2JS {
  let options = 0;
  let source = pattern;
  for (const flag of flags) {
    if (flag === "i") options |= RE2JS.CASE_INSENSITIVE;
    else if (flag === "s") options |= RE2JS.DOTALL;
    else if (flag === "m") options |= RE2JS.MULTILINE;
    else if (flag === "q") source = RE2JS.quote(pattern);
    else throw badPattern(pattern, `has the flag "${showPath(flag)}"; i, m, s and q are known`);
  }
  try {
    return RE2JS.compile(source, options);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    throw badPattern(pattern, `is none of RE2: ${showPath(cause.message)}`, cause);
  }
}

function badPattern(pattern: string, fault: string, cause?: unknown): GraphdownError {
  return new GraphdownError({
    code: "invalid_pattern",
    message: `The pattern ${termText({ termType: "Literal", value: pattern })} of a shape ${fault}.`,
    details: { parameter: "shapes" },
    next: "Write it in RE2's language, without look-around and back-references; see docs/patterns.md.",
    cause,
  });
}
