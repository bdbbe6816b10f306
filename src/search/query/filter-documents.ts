/** Which documents a search may answer with. */
import { compileGlob } from "../../base/glob.ts";
import type { DirectoryPath } from "../../base/logical-path.ts";
import { isBelow } from "../../base/logical-path.ts";
import { foldKey } from "../../documents/fold-key.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { targetOfLink, writtenValues } from "../../documents/written-values.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { baseNameOf } from "../words/document-fields.ts";
import { foldWord } from "../words/fold-word.ts";
import type { QueryFilter } from "./parse-query.ts";

/** Filters of a search besides those in its query. */
export interface SearchFilters {
  /** Only documents below this folder. */
  readonly directory?: DirectoryPath | undefined;
  /** Only documents whose path below the folder matches; several are a union. */
  readonly glob?: string | readonly string[] | undefined;
  /** Only documents with all of these tags; a tag takes its nested tags. */
  readonly tags?: readonly string[] | undefined;
}

type DocumentTest = (document: MarkdownDocument, index: number) => boolean;

/**
 * A flag for each document, 1 for those that every filter lets through; `undefined` when there is no filter.
 * A glob outside the dialect is `invalid_pattern`.
 */
export function filterDocuments({
  graph,
  documents,
  filters,
  options,
}: {
  readonly graph: KnowledgeGraph;
  readonly documents: readonly MarkdownDocument[];
  readonly filters: readonly QueryFilter[];
  readonly options: SearchFilters;
}): Uint8Array | undefined {
  const tests = [...optionTests(options), ...filters.map((filter) => queryTest(filter, graph))];
  if (tests.length === 0) return undefined;
  return Uint8Array.from(documents, (document, index) => (tests.every((test) => test(document, index)) ? 1 : 0));
}

function optionTests({ directory = "", glob, tags = [] }: SearchFilters): DocumentTest[] {
  const tests: DocumentTest[] = tags.map((tag) => tagTest(tag.replace(/^#/, "")));
  if (directory !== "") tests.push(({ path }) => isBelow(path, directory));
  if (glob !== undefined) {
    const matches = compileGlob(glob);
    const start = directory === "" ? 0 : directory.length + 1;
    tests.push(({ path }) => matches(path.slice(start)));
  }
  return tests;
}

function queryTest({ kind, value, negated }: QueryFilter, graph: KnowledgeGraph): DocumentTest {
  const test = testOf(kind, value, graph);
  return negated ? (document, index) => !test(document, index) : test;
}

function testOf(kind: QueryFilter["kind"], value: string, graph: KnowledgeGraph): DocumentTest {
  switch (kind) {
    case "tag":
      return tagTest(value);
    case "path":
      return pathTest(value);
    case "title": {
      const wanted = foldWord(value);
      return ({ title, aliases }) =>
        foldWord(title).includes(wanted) || aliases.some((alias) => foldWord(alias).includes(wanted));
    }
    case "property":
      return propertyTest(value);
    case "link":
      return linkTest(value, graph);
  }
}

/** A tag, or one nested in it, without regard to case; `a/` is `a`. */
function tagTest(tag: string): DocumentTest {
  const wanted = foldTag(tag).replace(/\/+$/, "");
  const nested = `${wanted}/`;
  return ({ tags }) =>
    tags.some(({ name }) => {
      const given = foldTag(name);
      return given === wanted || given.startsWith(nested);
    });
}

function foldTag(tag: string): string {
  return tag.normalize("NFC").toLowerCase();
}

/**
 * By whole segments, without regard to case. What begins or ends with `/` is said from the root: `docs/` and `/docs/` are the folder with
 * all below it, `/docs/lo` a path's beginning. Else each segment is one of the path, but the last may be the beginning of one: `lock` is
 * `lock/a.md`, `docs/lock.md` and `lock-keeper.md`, and `docs/lo` is also `old/docs/lock.md`; neither is `padlock.md`.
 */
function pathTest(value: string): DocumentTest {
  const folded = foldTag(value).replace(/^\.\//, "/");
  const wanted = folded.replace(/^\/+/, "").replace(/\/+$/, "/");
  if (folded.startsWith("/") || folded.endsWith("/")) return ({ path }) => foldTag(path).startsWith(wanted);
  return ({ path }) => `/${foldTag(path)}`.includes(`/${wanted}`);
}

/** `key=value`, or `key` alone for any value. A list has each of its items; a link is any of its names. */
function propertyTest(condition: string): DocumentTest {
  const equals = condition.indexOf("=");
  const key = foldKey(equals === -1 ? condition : condition.slice(0, equals));
  if (equals === -1) return (document) => hasKey(document, key);
  const wanted = condition.slice(equals + 1).trim();
  const target = targetOfLink(wanted);
  const isWanted = (text: string): boolean =>
    equalValues(text, wanted) || (target !== undefined && equalValues(text, target));
  return (document) => writtenValues(document, key).some(({ text, linkNames }) => (linkNames ?? [text]).some(isWanted));
}

/** Whether a key is there, with a value or without. */
function hasKey({ properties, frontMatter, links }: MarkdownDocument, key: string): boolean {
  return (
    properties.some((property) => foldKey(property.key) === key) ||
    [...(frontMatter?.values.keys() ?? [])].some((name) => foldKey(name) === key) ||
    links.some(({ relation }) => relation !== undefined && foldKey(relation) === key)
  );
}

function equalValues(text: string, wanted: string): boolean {
  const number = exactNumber(text);
  if (number !== undefined && number === exactNumber(wanted)) return true;
  return foldTag(text) === foldTag(wanted);
}

const longestNumber = 400;

/** A decimal number in the one form that equal numbers share, of any size; `undefined` for what is none. */
function exactNumber(text: string): string | undefined {
  if (text.length > longestNumber || !/\d/.test(text)) return undefined;
  const match = /^([-+]?)0*(\d*?)(?:\.(\d*?)0*)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = ""] = match;
  const size = `${whole}${fraction === "" ? "" : `.${fraction}`}`;
  return size === "" ? "0" : `${sign === "-" ? "-" : ""}${size}`;
}

/** Documents with a link to the note that is named by its path, file name, title or alias, or, if there is none, with such a target as written. */
function linkTest(value: string, graph: KnowledgeGraph): DocumentTest {
  const wanted = foldTag(
    value
      .replace(/^\[\[|\]\]$/g, "")
      .replace(/[#|].*$/s, "")
      .trim(),
  );
  const targets = new Set<number>();
  for (const [index, document] of graph.documents.entries()) if (isNamed(document, wanted)) targets.add(index);
  return ({ links }, index) =>
    links.some((link, position) => {
      if (targets.size === 0) return foldTag(link.path) === wanted;
      const resolution = graph.links[index]?.[position];
      const target = resolution?.status === "document" ? graph.targetOf(resolution) : undefined;
      return target !== undefined && target !== index && targets.has(target);
    });
}

function isNamed(document: MarkdownDocument, wanted: string): boolean {
  return (
    foldTag(document.path) === wanted ||
    foldTag(document.path).replace(/\.\w+$/, "") === wanted ||
    foldTag(baseNameOf(document.path)) === wanted ||
    foldTag(document.title) === wanted ||
    document.aliases.some((alias) => foldTag(alias) === wanted)
  );
}
