/**
 * Keys that tell which links may lead elsewhere once a file comes, goes or is called otherwise. A look-up compares something asked, be
 * it with an ending or a folder's page added, with a name of a file. Both are cut down to one segment that no such addition changes, so
 * a link that can find a file shares a key with it: where no key of a change is among a link's keys, the link stays as it is. Keys are
 * hashes: two names that share one by chance cost a look-up and change nothing.
 */
import { decodeOnce } from "../../base/decode-once.ts";
import type { MarkdownDocument, MarkdownLink } from "../../documents/markdown-document.ts";
import type { LinkResolution } from "../knowledge-graph.ts";
import { addressKey, addressKeys } from "./address-key.ts";
import { wikilinkForms } from "./link-resolver.ts";
import { baseNameOf, folderOf, looseForm } from "./name-forms.ts";
import { Resolution } from "./resolution.ts";
import { joinTarget } from "./target-path.ts";

/** The key of a link that no file can change. */
export const noKey = 0;

const hashStart = 0x811c9dc5;
const hashFactor = 0x01000193;

/** Index pages: a path that ends in one, and the path of its folder, lead to the same file. */
const indexPage = 1;
const beyondAscii = /[^\0-\x7f]/;
const endings = [".md", ".mdx", ".markdown", ".html"];
const longestEnding = 9;
const slash = 0x2f;
const dot = 0x2e;

/**
 * The key of one segment: a hash of its loosest form, without blanks, `-` and `_`, and without the endings that resolution adds and takes
 * away. Greek's final sigma is another letter or not by what follows, so it is taken as the usual one.
 */
function segmentKey(segment: string): number {
  const text = beyondAscii.test(segment) ? looseForm(segment).replaceAll("\u03c2", "\u03c3") : segment;
  return asciiKey(text, 0, text.length);
}

/** The key of a part of a text; what is beyond ASCII in it is in its loosest form already. */
function asciiKey(text: string, start: number, end: number): number {
  const last = endOf(text, start, end);
  let hash = hashStart;
  for (let at = start; at < last; at++) {
    let code = text.charCodeAt(at);
    if (code === 0x20 || code === 0x2d || code === 0x5f || (code >= 0x09 && code <= 0x0d)) continue;
    if (code >= 0x41 && code <= 0x5a) code += 0x20;
    hash = Math.imul(hash ^ code, hashFactor);
  }
  if (hash === hashOfIndex || hash === hashOfReadme) return indexPage;
  return hash === noKey || hash === hashStart ? emptyName : hash;
}

/** What is left of a segment without a name, such as `.md`. */
const emptyName = 2;
const hashOfIndex = hashOf("index");
const hashOfReadme = hashOf("readme");

function hashOf(text: string): number {
  let hash = hashStart;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), hashFactor);
  return hash;
}

/** Where a segment ends without its endings, of which it can have several (`a.md.html`). */
function endOf(text: string, start: number, end: number): number {
  let last = end;
  for (let at = last - 3; at >= start && last - at <= longestEnding; at--) {
    if (text.charCodeAt(at) === dot && endings.includes(text.slice(at, last).toLowerCase())) last = at;
  }
  return last;
}

/** The key of a path: that of its last segment which is not an index page; the root's is that of an index page. */
function pathKey(path: string): number {
  let end = path.length;
  while (end > 0) {
    const start = path.lastIndexOf("/", end - 1) + 1;
    const key = start === end ? indexPage : segmentKey(path.slice(start, end));
    if (key !== indexPage) return key;
    end = start - 1;
  }
  return indexPage;
}

/** What is asked of a first segment alone: whether anything here begins with it. */
function startKey(segment: string): number {
  return segmentKey(segment) ^ 0x55555555;
}

/** The keys of a file or folder by its path. */
export function keysOfPath(path: string): readonly number[] {
  const name = baseNameOf(path);
  return [segmentKey(name), pathKey(path), startKey(name)];
}

/** The keys of what a document says of itself: its title, aliases and addresses. */
export function keysOfNames({ path, title, titleSource, aliases, addresses }: MarkdownDocument): readonly number[] {
  const keys = aliases.map((alias) => pathKey(alias.trim()));
  if (titleSource !== "name") keys.push(pathKey(title.trim()));
  const folder = folderOf(path);
  for (const key of addresses.flatMap((address) => addressKeys(address, folder))) {
    keys.push(pathKey(key), startKey(key.split("/", 1)[0] as string));
  }
  return keys;
}

/** The keys of a document's links. */
export interface LinkKeys {
  /** One for each link. */
  readonly first: number[];
  /** Pairs of a link's place and a further key of it. */
  readonly further: number[];
}

/** A link, where it stands, and what became of it. */
export interface KeyedLink {
  readonly link: MarkdownLink;
  readonly folder: string;
  /** Content roots of the folder. */
  readonly roots: readonly string[];
  readonly resolution: LinkResolution;
  /** The path that an address below the base of the graph names. */
  readonly ownPath: string | undefined;
}

const crossReference = /^xref:/i;

/** Adds the keys of a link; nearly always one. */
export function addKeys({ first, further }: LinkKeys, keyed: KeyedLink): void {
  const place = first.length;
  const keys = keysOfTarget(keyed);
  if (typeof keys === "number") first.push(keys);
  else {
    first.push(keys[0] ?? noKey);
    for (let at = 1; at < keys.length; at++) further.push(place, keys[at] as number);
  }
  if (keyed.link.fragment === undefined) return;
  const file = Resolution.documentOf(keyed.resolution);
  if (file !== -1) further.push(place, keyOfFragments(file));
}

/** The key of links with a fragment to a document, by its number in the table of files. */
export function keyOfFragments(file: number): number {
  return Math.imul(file + 3, 0x9e3779b1) | 1;
}

function keysOfTarget({ link, folder, roots, resolution, ownPath }: KeyedLink): number | readonly number[] {
  const { target, path, external, lookup } = link;
  if (ownPath !== undefined) return pathKey(ownPath);
  if (external) return crossReference.test(target) ? pathKey(addressKey(path.replace(crossReference, ""))) : noKey;
  if (path === "") return noKey;
  const isUnsettled = lookup === "path" && (resolution.status === "missing" || resolution.status === "outside");
  if (!isUnsettled) {
    const key = keyOfPlain(path);
    if (key !== noKey) return key;
  }
  return allKeys({ path, folder, roots, isUnsettled });
}

/**
 * The key of a target whose last segment no form of it changes; none for one with escapes or a query, and for one whose last segment
 * joins to something else. The usual case, and so without making a text.
 */
function keyOfPlain(target: string): number {
  let end = target.length;
  while (end > 0 && target.charCodeAt(end - 1) === slash) end--;
  let start = 0;
  let isAscii = true;
  for (let at = 0; at < end; at++) {
    const code = target.charCodeAt(at);
    if (code === slash) start = at + 1;
    else if (code === 0x25 || code === 0x3f || code === 0x23) return noKey;
    else if (code > 0x7f) isAscii = false;
  }
  if (start === end || isDots(target, start, end)) return noKey;
  const key = isAscii ? asciiKey(target, start, end) : segmentKey(target.slice(start, end));
  return key === indexPage || key === emptyName ? noKey : key;
}

function isDots(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) !== dot) return false;
  return end - start <= 2;
}

function allKeys(asked: {
  readonly path: string;
  readonly folder: string;
  readonly roots: readonly string[];
  readonly isUnsettled: boolean;
}): readonly number[] {
  const { path, folder, roots, isUnsettled } = asked;
  const keys = new Set<number>();
  const addJoined = (base: string, target: string): string | undefined => {
    const joined = joinTarget(base, target);
    if (joined !== undefined) keys.add(pathKey(joined));
    return joined;
  };
  for (const form of wikilinkForms(path, decodeOnce(path))) {
    const isRooted = form.charCodeAt(0) === slash;
    const joined = addJoined(isRooted ? "" : folder, form);
    if (isRooted) for (const root of roots) addJoined(root, form.slice(1));
    keys.add(pathKey(form));
    keys.add(pathKey(form.trim()));
    const address = addressKey(form);
    keys.add(pathKey(address));
    addJoined(folder, address);
    if (isUnsettled && joined !== undefined) keys.add(startKey(joined.split("/", 1)[0] as string));
  }
  return [...keys];
}
