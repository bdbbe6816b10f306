/** The rulesets that have a name. */

export const rulesetNames = ["rdfs", "skos"] as const;

export type RulesetName = (typeof rulesetNames)[number];
