/**
 * The second guard, for the reference engine alone: hides marks that come to nothing but make micromark search far for a partner. Unlike
 * `simplifyText` it changes no value, so that engines which do not need it give the same.
 */
import type { MarkdownSyntax } from "../markdown-engine.ts";
import { backtickRuns } from "./backtick-runs.ts";
import { matchBrackets } from "./brackets.ts";
import { likelyLabels } from "./likely-labels.ts";
import { longBlocks } from "./long-blocks.ts";
import { MaskedText } from "./masked-text.ts";
import { scanLines } from "./scan-lines.ts";
import type { DefinedLabels } from "./shared-labels.ts";
import {
  type FoundMarks,
  farBrackets,
  uselessAngles,
  uselessBackticks,
  uselessBrackets,
  uselessParentheses,
} from "./useless-marks.ts";

/** Blocks below this many characters are fast enough as they are. */
const minimumBlock = 8_192;

/** How many useless marks of one kind a block may have before they are hidden; real text is left alone. */
const maximumMarks = 64;

/** The text to parse, and what makes its values those of the original. */
export interface EasedText {
  readonly text: string;
  restore(syntax: MarkdownSyntax): MarkdownSyntax;
}

export function easeParsing(text: string): EasedText {
  const unchanged: EasedText = { text, restore: (syntax) => syntax };
  const scanned = text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
  const { runs } = scanLines(scanned, minimumBlock);
  if (runs.length === 0) return unchanged;
  const masked = new MaskedText(text);
  const hide = (found: FoundMarks, maximum: number): void => {
    if (found.count > maximum) for (const at of found.offsets) masked.hide(at);
  };
  let labels: DefinedLabels | undefined;
  for (const run of runs) {
    for (const block of longBlocks(scanned, run, minimumBlock)) {
      labels ??= likelyLabels(scanned);
      const ticks = backtickRuns(scanned, block);
      const pairs = matchBrackets(scanned, block, ticks);
      hide(uselessBackticks(scanned, ticks), maximumMarks);
      hide(uselessBrackets(scanned, pairs, labels), maximumMarks);
      hide(uselessAngles(scanned, block), maximumMarks);
      hide(uselessParentheses(scanned, block), maximumMarks);
      hide(farBrackets(pairs, block), 0);
    }
  }
  return masked.changed ? { text: masked.text, restore: (syntax) => masked.restoreSyntax(syntax) } : unchanged;
}
