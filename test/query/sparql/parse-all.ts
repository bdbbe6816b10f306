/** Documents from texts, as a context would have them: those that did not change are the same objects as before. */
import { sha256OfText } from "../../../src/base/hash.ts";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { createRemarkEngine } from "../../../src/documents/engines/remark-engine.ts";
import type { MarkdownDocument } from "../../../src/documents/markdown-document.ts";
import { parseDocument } from "../../../src/documents/parse-document.ts";

const engine = createRemarkEngine();

export function parseAll(
  files: Readonly<Record<string, string>>,
  before: readonly MarkdownDocument[] = [],
): readonly MarkdownDocument[] {
  return Object.entries(files).map(([path, text]) => {
    const sha256 = sha256OfText(text);
    const known = before.find((document) => document.path === path && document.sha256 === sha256);
    return known ?? parseDocument({ path: path as LogicalPath, text, sha256, byteLength: text.length, engine });
  });
}
