/** Options of parsing, resolved once for all documents. */
import { defaultLimits } from "../base/limits.ts";
import type { LinkMacro } from "./link-macros.ts";

/** How documents are read. Every field has a default. */
export interface ParseOptions {
  /** Largest front matter, in bytes of UTF-8; a larger block is invalid. Default 256 KiB. */
  readonly maximumFrontMatterBytes: number;
  /** Whether `#FA4616`, 6 or 8 hexadecimal digits with a decimal digit among them, is a colour or a tag. Default `color`. */
  readonly hexColors: "color" | "tag";
  /** Whether headings, links and tags in `%% comments %%` count. Default `skip`. */
  readonly comments: "skip" | "include";
  /** Macros of a site generator that are links. Default none. Keep one list for all documents: it is prepared once. */
  readonly linkMacros: readonly LinkMacro[];
}

/** The defaults of {@link ParseOptions}. */
export const defaultParseOptions: ParseOptions = {
  maximumFrontMatterBytes: defaultLimits.maximumFrontMatterBytes,
  hexColors: "color",
  comments: "skip",
  linkMacros: [],
};
