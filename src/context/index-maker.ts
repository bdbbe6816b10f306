/** What makes the indexes of searches. Loaded with the first search. */
import { buildIndex } from "../search/build-index.ts";
import { compactIndex } from "../search/index/compact-index.ts";
import { baseOf, indexFromBase } from "../search/index/index-from-base.ts";
import type { IndexMaker } from "./kept-index.ts";

export const indexMaker: IndexMaker = { buildIndex, indexFromBase, compactIndex, baseOf };
