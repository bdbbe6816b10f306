/**
 * Reads the few XML documents with which S3 answers. They are flat and small, so a reader of our own that knows elements, text and the
 * five entities, and refuses everything else, is safer than a general one: there are no document types, so nothing can be expanded or
 * fetched, and a document that was cut off is never taken for a short one.
 */

/** An element. Attributes are read over: S3 says nothing in them. */
export interface XmlElement {
  /** Without a namespace's prefix. */
  readonly name: string;
  /** Text directly within it, decoded. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** The most levels of elements that are read. */
const maximumDepth = 16;

const tokens =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s<>/!?]+)((?:"[^"]*"|'[^']*'|[^<>"'])*?)(\/?)>|([^<]+)/y;

interface OpenElement {
  readonly name: string;
  text: string;
  readonly children: XmlElement[];
}

/** The root of a document; `undefined` where the text is no whole document of the form that S3 sends. */
export function readXml(source: string): XmlElement | undefined {
  const text = source.replace(/^\ufeff/, "");
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  for (tokens.lastIndex = 0; tokens.lastIndex < text.length; ) {
    const match = tokens.exec(text);
    if (match === null) return undefined;
    const [, literal, closing, name, , empty, characters] = match;
    const parent = open.at(-1);
    if (name !== undefined) {
      if (closing === "/") {
        const closed = open.pop();
        if (closed === undefined || closed.name !== name || empty === "/") return undefined;
        const element = { name: localName(name), text: closed.text, children: closed.children };
        const above = open.at(-1);
        if (above === undefined) root = element;
        else above.children.push(element);
      } else {
        if ((parent === undefined && root !== undefined) || open.length === maximumDepth) return undefined;
        if (empty !== "/") open.push({ name, text: "", children: [] });
        else if (parent === undefined) root = { name: localName(name), text: "", children: [] };
        else parent.children.push({ name: localName(name), text: "", children: [] });
      }
    } else if (characters !== undefined || literal !== undefined) {
      const decoded = literal ?? decodeEntities(characters as string);
      if (decoded === undefined) return undefined;
      if (parent !== undefined) parent.text += decoded;
      else if (decoded.trim() !== "") return undefined;
    }
  }
  return open.length === 0 ? root : undefined;
}

/** The first child of a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The text of the first child of a name. */
export function textIn(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.text;
}

/** All children of a name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** A text as it stands in a document. Control characters, which XML can't hold, are the caller's to avoid. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\r]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** `undefined` for an entity that is not one of the five, or no character. */
function decodeEntities(text: string): string | undefined {
  if (!text.includes("&")) return text;
  let isSound = true;
  const decoded = text.replace(/&(?:#([0-9]{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]+));|&/g, (_, decimal, hex, name) => {
    const codePoint =
      decimal === undefined ? (hex === undefined ? undefined : Number.parseInt(hex, 16)) : Number(decimal);
    const isCharacter =
      codePoint !== undefined &&
      codePoint > 0 &&
      codePoint <= 0x10ffff &&
      !(codePoint >= 0xd800 && codePoint <= 0xdfff);
    const character = isCharacter ? String.fromCodePoint(codePoint as number) : named[name as string];
    isSound &&= character !== undefined;
    return character ?? "";
  });
  return isSound ? decoded : undefined;
}
