/** A parser that gives an mdast tree, as engines use it. */
import type { Root } from "mdast";
import type { DefinedLabels } from "./shared-labels.ts";

/** Parses a text, or a part of one in the rest of which `labels` are defined. */
export type TreeParser = (text: string, labels?: DefinedLabels) => Root;
