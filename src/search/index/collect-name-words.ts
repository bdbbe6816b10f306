/** Collects the words of names, among which misspelled words are looked up. */

import type { SectionTable } from "../search-index.ts";
import { baseNameOf } from "../words/document-fields.ts";
import { scanTokens, TokenSpans } from "../words/tokenise.ts";
import { TermDictionary } from "./term-dictionary.ts";

/** Every distinct word of titles, file names, aliases, headings and tags, in no order. */
export function collectNameWords({ documents }: SectionTable): string[] {
  const dictionary = new TermDictionary();
  const spans = new TokenSpans();
  const add = (text: string): void => {
    spans.count = 0;
    scanTokens(text, 0, text.length, spans);
    for (let index = 0; index < spans.count; index++) dictionary.addToken(text, spans, index);
  };
  for (const document of documents) {
    add(document.title);
    add(baseNameOf(document.path));
    for (const alias of document.aliases) add(alias);
    for (const tag of document.tags) add(tag.name);
    for (const section of document.sections) if (section.text !== "") add(section.text);
  }
  return Array.from({ length: dictionary.size }, (_, term) => dictionary.termOf(term));
}
