/**
 * What others need for a part of our work, as a process of its own: `peers.js remark|minisearch FOLDER QUERY`. remark only parses;
 * MiniSearch indexes whole notes and searches, without a graph. Both read the files as fast as we know how.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

const [kind, root, query] = process.argv.slice(2) as [string, string, string];
const notes = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ id: name, text: readFileSync(join(root, name), "utf8") }));

if (kind === "remark") {
  const parser = unified().use(remarkParse).use(remarkGfm);
  let headings = 0;
  for (const { text } of notes) headings += parser.parse(text).children.filter(({ type }) => type === "heading").length;
  console.log(JSON.stringify({ notes: notes.length, headings }));
} else {
  const index = new MiniSearch({ fields: ["text"] });
  index.addAll(notes);
  console.log(JSON.stringify(index.search(query).slice(0, 20)));
}
