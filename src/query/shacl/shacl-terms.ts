/** The words of SHACL: which of them a shapes graph may use here. */
import { GraphdownError } from "../../base/errors.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import type { GivenQuad } from "../../exports/write-quads.ts";
import { iriOf } from "../../graph/prefixes.ts";

const namespace = "http://www.w3.org/ns/shacl#";
const imports = iriOf("owl:imports");

/** The IRI of a word of SHACL. */
export function sh(name: string): string {
  return namespace + name;
}

/** Properties of SHACL Core, of reports, and of what only describes a shape. */
const known: ReadonlySet<string> = new Set(
  `and class closed datatype deactivated disjoint equals flags hasValue ignoredProperties in languageIn lessThan lessThanOrEquals
  maxCount maxExclusive maxInclusive maxLength minCount minExclusive minInclusive minLength node nodeKind not or path pattern property
  qualifiedMaxCount qualifiedMinCount qualifiedValueShape qualifiedValueShapesDisjoint severity message targetClass targetNode
  targetObjectsOf targetSubjectsOf uniqueLang xone alternativePath inversePath oneOrMorePath zeroOrMorePath zeroOrOnePath
  name description order group defaultValue declare prefix namespace
  conforms result detail focusNode resultMessage resultPath resultSeverity sourceConstraint sourceConstraintComponent sourceShape value
  shapesGraphWellFormed`.split(/\s+/),
);

/** What is more than Core: queries, scripts, rules, imports. None of it is run. */
const refused: ReadonlySet<string> = new Set(
  `sparql select ask update construct prefixes js jsFunctionName jsLibrary jsLibraryURL rule condition object subject predicate target
  expression values filterShape nodes this union intersection parameter optional labelTemplate validator nodeValidator propertyValidator
  returnType entailment shapesGraph suggestedShapesGraph`.split(/\s+/),
);

/**
 * Refuses shapes that are more than SHACL Core, or ask for something to be fetched: `unsupported`. A word that SHACL does not have is
 * `invalid_input`, since a constraint that is misspelled would hold for everything.
 */
export function requireCoreTerms(shapes: Iterable<GivenQuad>): void {
  for (const { predicate } of shapes) {
    if (predicate.value === imports)
      throw unsupported("owl:imports", "Nothing is fetched: put what it names into the text.");
    if (!predicate.value.startsWith(namespace)) continue;
    const name = predicate.value.slice(namespace.length);
    if (refused.has(name))
      throw unsupported(`sh:${showPath(name)}`, "Use SHACL Core: targets, paths and constraints without queries.");
    if (!known.has(name)) throw unknownTerm(name);
  }
}

function unsupported(term: string, next: string): GraphdownError {
  return new GraphdownError({
    code: "unsupported",
    message: `${term} is not followed here: only SHACL Core is.`,
    details: { reason: "shacl_core", term },
    next,
  });
}

function unknownTerm(name: string): GraphdownError {
  const nearest = nearestName(name, known);
  return new GraphdownError({
    code: "invalid_input",
    message: `SHACL Core has no property sh:${showPath(name)}.`,
    details: {
      reason: "unknown_term",
      term: `sh:${showPath(name)}`,
      ...(nearest === undefined ? {} : { nearest: `sh:${nearest}` }),
    },
    next: nearest === undefined ? "Take the statement out." : `Did you mean sh:${nearest}?`,
  });
}
