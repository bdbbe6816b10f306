/** `graphdown infer` */
import { countOf } from "../../../base/count-of.ts";
import type { InferOptions } from "../../../context/context-options.ts";
import type { Command } from "../command.ts";
import { noteSkipped } from "../note-skipped.ts";
import { noteUnread } from "../note-unread.ts";
import { defined } from "../option-values.ts";
import { printToolResult } from "../print-tool-result.ts";
import { readInputFile } from "../read-input-file.ts";
import { isRulesets, rulesetsOf } from "../rulesets-of.ts";

/** Characters of what is printed: a terminal and a pipe have no bound of their own. */
const maximumCharacters = 1024 * 1024 * 1024;

export const inferCommand: Command = {
  name: "infer",
  summary: "print what follows from the graph by RDFS, SKOS or rules in N3",
  usage: "",
  positionals: [0, 0],
  options: {
    rules: {
      type: "string",
      short: "r",
      multiple: true,
      value: "RULES",
      does: "rdfs, skos, both as rdfs,skos, or a file of rules in N3, - for standard input (default rdfs,skos)",
    },
    format: { type: "string", short: "f", value: "FORMAT", does: "nquads, ntriples, trig or turtle (default nquads)" },
  },
  examples: [
    { line: "graphdown infer", does: "all that follows, in a graph of its own" },
    { line: "graphdown infer --rules skos --rules rules.n3 -f turtle", does: "one ruleset, and rules of your own" },
  ],
  async run({ values }, session) {
    const given = (values["rules"] as string[] | undefined) ?? [];
    const files = given.filter((rules) => !isRulesets(rules));
    const texts = [];
    for (const file of files) texts.push(await readInputFile(session, { option: "rules", file }));
    const options = {
      rulesets: given.length === 0 ? undefined : rulesetsOf(given.filter(isRulesets)),
      rules: texts.length === 0 ? undefined : texts.join("\n"),
      format: values["format"] as InferOptions["format"],
      maximumCharacters,
    };
    if (session.json) return printToolResult(session, "file_context_markdown_graph_infer", defined(options));
    const context = await session.open();
    const inferred = await context.infer({ ...options, signal: session.signal });
    const { terminal } = session;
    terminal.progress.clear();
    await terminal.write(inferred.content);
    noteSkipped(terminal, inferred.skipped);
    noteUnread(terminal, inferred.unread);
    const cut = inferred.cut === undefined ? "" : "; there are more: raise maximumInferredTriples";
    terminal.note(`${countOf(inferred.tripleCount, "triple")} in ${terminal.safe(inferred.graph)}${cut}`);
    return 0;
  },
};
