/** `--rules` as names of rulesets. */
import { GraphdownError } from "../../base/errors.ts";
import { rulesetNames } from "../../context/file-context.ts";

type RulesetName = (typeof rulesetNames)[number];

/** Whether a value names rulesets and no file. */
export function isRulesets(value: string): boolean {
  return value.split(",").every((name) => (rulesetNames as readonly string[]).includes(name));
}

/** The rulesets that values name, each once; `invalid_input` for a value that names another. */
export function rulesetsOf(values: readonly string[]): readonly RulesetName[] {
  const wrong = values.find((value) => !isRulesets(value));
  if (wrong !== undefined) {
    throw new GraphdownError({
      code: "invalid_input",
      message: `--rules must name rulesets, but got ${JSON.stringify(wrong)}.`,
      details: { option: "rules", known: rulesetNames },
      next: `Give ${rulesetNames.join(" or ")}, or both as ${rulesetNames.join(",")}.`,
    });
  }
  return [...new Set(values.flatMap((value) => value.split(",")))] as RulesetName[];
}
