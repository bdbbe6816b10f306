/** Says on standard error which Markdown an answer is without, and how to read it too. */
import type { UnreadMarkdown } from "../../context/file-context.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Notes files that look like Markdown and were not read, if there are any. */
export function noteUnread(terminal: Terminal, unread: UnreadMarkdown | undefined): void {
  if (unread === undefined) return;
  const { count, endings } = unread;
  const counts = endings.map((each) => `${each.count} .${each.ending}`).join(", ");
  const glob = `**/*.{${["md", ...endings.map(({ ending }) => ending)].join(",")}}`;
  const files = count === 1 ? "file was not read; read it" : "files were not read; read them";
  terminal.note(`${counts} ${files} with --markdown '${glob}'`);
}
