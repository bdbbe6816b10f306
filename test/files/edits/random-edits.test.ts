/** Random edits of random files against a slow model of lines: every byte outside the edit is what it was. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { editFile } from "../../../src/files/edits/edit-file.ts";
import { appendText, insertLines, replaceLines } from "../../../src/files/edits/edit-lines.ts";
import { replaceText } from "../../../src/files/edits/replace-text.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";

/** A line without a break, and what ends it. */
type Line = readonly [content: string, ending: string];

const content = fc
  .array(
    fc.constantFrom(
      "a",
      "ab",
      "ä",
      "e\u0301",
      "雪",
      "👩‍👩‍👧",
      "\u2028",
      "\u0085",
      "\v",
      "\0\ufffd",
      "\ufeff",
      " ",
      "\t",
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(""));

/** A file of one line ending or of all, with a last newline or without. */
const file = fc
  .record({
    contents: fc.array(content, { maxLength: 8 }),
    endings: fc.constantFrom(["\n"], ["\r\n"], ["\r"], ["\n", "\r\n"], ["\n", "\r\n", "\r"]),
    picks: fc.array(fc.nat({ max: 5 }), { minLength: 8, maxLength: 8 }),
    closed: fc.boolean(),
    mark: fc.boolean(),
  })
  .map(({ contents, endings, picks, closed, mark }) => {
    const lines = contents.map(
      (text, index): Line => [text, endings[(picks[index] as number) % endings.length] as string],
    );
    const last = lines.at(-1);
    if (last !== undefined && !closed) lines[lines.length - 1] = [last[0], ""];
    // A lone CR before an empty line that LF ends would be one CRLF; an empty line without an end is none.
    const text = textOf(lines);
    return { lines: linesOf(text), text, mark };
  })
  .filter(({ text }) => !text.slice(0, 8_192).includes("\0"));

function textOf(lines: readonly Line[]): string {
  return lines.map(([text, ending]) => text + ending).join("");
}

/** The model's own line rule: walks unit by unit. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let current = "";
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] as string;
    if (unit === "\r" && text[at + 1] === "\n") {
      lines.push([current, "\r\n"]);
      current = "";
      at++;
    } else if (unit === "\n" || unit === "\r") {
      lines.push([current, unit]);
      current = "";
    } else current += unit;
  }
  if (current !== "") lines.push([current, ""]);
  return lines;
}

/** The model's endings: those of new text are the file's where it has only one kind. */
function inEndingsOf(lines: readonly Line[], text: string): string {
  const kinds = new Set(lines.map(([, ending]) => ending).filter((ending) => ending !== ""));
  if (kinds.size !== 1) return text;
  return linesOf(text)
    .map(([part, ending]) => part + (ending === "" ? "" : [...kinds][0]))
    .join("");
}

async function edited(text: string, mark: boolean, edit: (text: string) => string): Promise<string> {
  const store = createMemoryStore({ files: { "a.md": mark ? `\ufeff${text}` : text } });
  await editFile({ store, path: "a.md", edit: ({ text: current }) => ({ text: edit(current) }) });
  const opened = await store.open("a.md" as LogicalPath);
  const bytes = new Uint8Array(await new Response(opened?.stream).arrayBuffer());
  return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
}

/** The lines of a result after one another: breaks of two stay two, though a CR and a LF come together. */
function apart(lines: readonly (readonly [text: string, isNew: boolean])[]): string {
  return lines.reduce((text, [line, isNew]) => {
    const join = text.endsWith("\r") && line.startsWith("\n") ? (isNew ? "\r" : "\n") : "";
    return text + join + line;
  }, "");
}

/** The first mark is the file's own where it has one; a text that begins with the character itself is the same file. */
function stored(text: string, mark: boolean): string {
  return mark ? `\ufeff${text}` : text;
}

const runs = { numRuns: 2_500 };
const timeout = 30_000;

/** A file whose text begins with a mark is a file with a mark: such cases say nothing new. */
const plainFile = file.filter(({ text }) => !text.startsWith("\ufeff"));

it(
  "replaces, removes and splits lines",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        plainFile.filter(({ lines }) => lines.length > 0),
        fc.array(fc.tuple(fc.nat(), fc.array(fc.oneof(content, fc.constantFrom("\n", "\r\n")), { maxLength: 3 })), {
          minLength: 1,
          maxLength: 3,
        }),
        async ({ lines, text, mark }, wanted) => {
          const edits = new Map(wanted.map(([pick, parts]) => [pick % lines.length, parts.join("")]));
          const expected = lines.map(([old, ending], index) => {
            const newLine = edits.get(index);
            if (newLine === undefined) return [old + ending, false] as const;
            const adapted = inEndingsOf(lines, newLine);
            return [adapted === "" || /[\r\n]$/.test(adapted) ? adapted : adapted + ending, true] as const;
          });
          const list = Array.from(edits, ([index, newLine]) => ({ lineNumber: index + 1, newLine }));
          const result = await edited(text, mark, (current) => replaceLines(current, list));
          expect(result).toBe(stored(apart(expected), mark));
          const isWhole = expected.slice(0, -1).every(([line]) => line === "" || /[\r\n]$/.test(line));
          const count = expected.reduce((sum, [line]) => sum + linesOf(line).length, 0);
          if (isWhole && !mark) expect(linesOf(result)).toHaveLength(count);
        },
      ),
      runs,
    );
  },
  timeout,
);

it(
  "inserts lines",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        plainFile,
        fc.nat(),
        fc.array(fc.oneof(content, fc.constant("\n")), { maxLength: 3 }).map((parts) => parts.join("")),
        async ({ lines, text, mark }, pick, inserted) => {
          fc.pre(inserted !== "");
          const after = pick % (lines.length + 1);
          const result = await edited(text, mark, (current) => insertLines(current, after, inserted));
          const before = textOf(lines.slice(0, after));
          const rest = textOf(lines.slice(after));
          const whole = stored(before, mark);
          expect(result.startsWith(whole)).toBe(true);
          expect(result.endsWith(rest)).toBe(true);
          const adapted = inEndingsOf(lines, inserted);
          const middle = result.slice(whole.length, result.length - rest.length);
          const opens = before !== "" && !/[\r\n]$/.test(before);
          expect(middle).toContain(adapted);
          expect(middle.length - adapted.length).toBeLessThanOrEqual(3);
          const added = linesOf(result.slice(mark ? 1 : 0)).length - linesOf(before).length - linesOf(rest).length;
          expect(added).toBe(linesOf(adapted).length);
          expect(rest === "" || /[\r\n]$/.test(middle)).toBe(true);
          expect(/^[\r\n]/.test(middle)).toBe(opens || /^[\r\n]/.test(adapted));
        },
      ),
      runs,
    );
  },
  timeout,
);

it(
  "appends",
  async () => {
    await fc.assert(
      fc.asyncProperty(plainFile, content, async ({ lines, text, mark }, added) => {
        const result = await edited(text, mark, (current) => appendText(current, added));
        const whole = stored(text, mark);
        const joins = text !== "" && added !== "" && lines.at(-1)?.[1] === "";
        const end = result.slice(whole.length);
        expect(result.startsWith(whole)).toBe(true);
        expect(joins ? end.replace(/^(\r\n|\r|\n)/, "") : end).toBe(added);
        expect(/^[\r\n]/.test(end)).toBe(joins);
      }),
      runs,
    );
  },
  timeout,
);

it(
  "replaces text",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        plainFile.filter(({ text }) => text !== ""),
        fc.nat(),
        fc.integer({ min: 1, max: 4 }),
        content,
        fc.boolean(),
        async ({ lines, text, mark }, pick, length, newString, replaceAll) => {
          const characters = [...text];
          const at = pick % characters.length;
          const oldString = characters.slice(at, at + length).join("");
          // The model looks at every offset. A break given as LF also means the file's own.
          const given = /^[^\r]*\n[^\r]*$/.test(oldString) ? inEndingsOf(lines, oldString) : oldString;
          const places: number[] = [];
          for (let offset = 0; offset < text.length; offset++) if (text.startsWith(given, offset)) places.push(offset);
          const attempt = edited(
            text,
            mark,
            (current) => replaceText(current, [{ oldString, newString, replaceAll }], 1e6).text,
          );
          if (places.length !== 1 && !replaceAll) {
            await expect(attempt).rejects.toMatchObject({ code: "edit_conflict" });
            return;
          }
          let expected = "";
          let from = 0;
          for (const place of places) {
            if (place < from) continue;
            expected += text.slice(from, place) + newString;
            from = place + given.length;
          }
          expect(await attempt).toBe(stored(expected + text.slice(from), mark));
        },
      ),
      runs,
    );
  },
  timeout,
);
