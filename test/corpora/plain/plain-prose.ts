/** What of a Markdown text is prose: line by line, without code, comments and raw HTML, by the block rules of CommonMark in short. */

/** A text without its code. */
export interface PlainProse {
  /** Paragraphs, items and headings, parted by empty lines, without definitions; code is written in characters that mean nothing. */
  readonly prose: string;
  /** Definitions of links, one a line. */
  readonly definitions: string;
  /** Blocks of raw HTML, which hold no Markdown. */
  readonly html: string;
  /** Texts of the headings. */
  readonly headings: readonly string[];
}

const item = /^( *)(?:[-*+]|(\d{1,9})[.)])( +|$)/;
const fence = /^ *(?:(`{3,})[^`]*|(~{3,}).*)$/;
const rule = /^ *([-*_])(?: *\1){2,} *$/;
const definition = /^\[(?!\^)(?:\\.|[^[\]\\])+\]:\s*(?:<[^<>]*>|[^\s<]\S*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?$/;
/** The second row of a table. */
const delimiters = /^[^\n]*\|[^\n]*\n\|?(?: *:?-+:? *\|)+(?: *:?-+:?)? *(?:\n|$)/;
/** Elements that begin a block of HTML wherever they stand; others do so alone on their line, where no paragraph is open. */
const block =
  /^ *<\/?(?:address|article|aside|base|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|optgroup|option|p|param|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$)/i;
const aloneTag = /^ *<\/?[a-z][\w-]*(?:\s[^<>]*)?>\s*$/i;

export function proseOf(text: string): PlainProse {
  const prose: string[] = [];
  const html: string[] = [];
  const headings: string[] = [];
  const definitions: string[] = [];
  /** Where the contents of the open items begin, outer ones first. */
  let items: number[] = [];
  let code: { readonly mark: string; readonly from: number; readonly quoted: boolean } | undefined;
  /** What ends the HTML that is open: a blank line, or a closing tag. */
  let markup: RegExp | undefined;
  let inComment = false;
  let paragraph = "";
  const end = (): void => {
    if (paragraph !== "") prose.push(withoutCode(paragraph), "");
    paragraph = "";
  };
  const addHeading = (heading: string): void => {
    headings.push(heading.replace(/^#+|#+$/g, "").trim());
    paragraph = heading;
    end();
  };

  for (const raw of text.split("\n")) {
    const isQuoteText = code?.quoted === false;
    let line = (isQuoteText ? raw : raw.replace(/^(?: {0,3}> ?)+/, "")).replace(/\t/g, "    ");
    const quoted = /^ {0,3}>/.test(raw);
    let indent = line.search(/\S/);
    if (code !== undefined) {
      const leaves = (indent !== -1 && indent < code.from) || (code.quoted && !quoted);
      const closes = fence.exec(line);
      const mark = closes?.[1] ?? closes?.[2] ?? "";
      if (mark.startsWith(code.mark) && line.trim() === mark) {
        code = undefined;
        continue;
      }
      if (!leaves) continue;
      code = undefined;
    }
    if (inComment) {
      const close = line.indexOf("-->");
      if (close === -1) continue;
      inComment = false;
      line = line.slice(close + 3);
      indent = line.search(/\S/);
    }
    if (indent === -1) {
      end();
      if (markup?.source === "^$") markup = undefined;
      continue;
    }
    if (markup !== undefined) {
      html.push(line);
      if (markup.test(line)) markup = undefined;
      continue;
    }
    if (line.includes("<!--")) {
      line = line.replace(/`[^`]*`|<!--[\s\S]*?-->/g, (part) => (part.startsWith("`") ? part : " "));
      const open = line.replace(/`[^`]*`/g, (part) => " ".repeat(part.length)).indexOf("<!--");
      if (open !== -1) {
        inComment = true;
        line = line.slice(0, open);
      }
      indent = line.search(/\S/);
      if (indent === -1) continue;
    }
    for (;;) {
      if (paragraph === "" || item.test(line)) items = items.filter((from) => from <= indent);
      const from = items.at(-1) ?? 0;
      if (indent - from >= 4) break;
      const found = rule.test(line) ? null : item.exec(line);
      if (found === null || (paragraph !== "" && found[2] !== undefined && found[2] !== "1" && items.length === 0))
        break;
      end();
      const blanks = (found[3] as string).length;
      const content = found[0].length - (blanks > 4 ? blanks - 1 : 0);
      items.push(Math.max(content, found[0].length - blanks + 1));
      line = " ".repeat(found[0].length) + line.slice(found[0].length);
      indent = line.search(/\S/);
      if (indent === -1) break;
      indent = blanks > 4 ? indent : content;
    }
    if (indent === -1) continue;
    const from = items.at(-1) ?? 0;
    if (indent - from >= 4) {
      if (paragraph !== "") paragraph += `\n${line.trim()}`;
      continue;
    }
    const opened = fence.exec(line);
    if (opened !== null) {
      end();
      code = { mark: (opened[1] ?? opened[2]) as string, from, quoted };
      continue;
    }
    const inner = line.trim();
    if (/^#{1,6}(?:\s|$)/.test(inner)) {
      end();
      addHeading(inner);
    } else if (paragraph !== "" && /^(?:=+|-+)$/.test(inner) && indent >= from && !delimiters.test(paragraph)) {
      const heading = paragraph;
      paragraph = "";
      addHeading(heading);
    } else if (rule.test(line)) {
      end();
    } else if (/^<(?:pre|script|style|textarea)(?=[\s>]|$)/i.test(inner)) {
      end();
      html.push(line);
      if (!/<\/(?:pre|script|style|textarea)>/i.test(line)) markup = /<\/(?:pre|script|style|textarea)>/i;
    } else if (block.test(inner) || (paragraph === "" && aloneTag.test(inner))) {
      end();
      html.push(line);
      markup = /^$/;
    } else if (paragraph === "" && definition.test(inner)) {
      definitions.push(withoutCode(inner));
    } else {
      paragraph = paragraph === "" ? inner : `${paragraph}\n${inner}`;
    }
  }
  end();
  return { prose: prose.join("\n"), definitions: definitions.join("\n"), html: html.join("\n"), headings };
}

/** A paragraph whose code spans are written in characters for private use: equal code stays equal. A mark behind a backslash opens none. */
function withoutCode(paragraph: string): string {
  return paragraph.replace(/\\[\s\S]|(`+)(?!`)[\s\S]*?[^`]\1(?!`)|`+/g, (part, mark) =>
    mark === undefined
      ? part
      : part.replace(/[^\n]/g, (one: string) => String.fromCharCode(0xe000 + (one.charCodeAt(0) & 0xfff))),
  );
}
