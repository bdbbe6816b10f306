/** What a pattern says, as a tree. Groups and flags are resolved: sets hold both cases where case is ignored. */
import type { CodePointSet } from "./code-point-set.ts";

export type PatternNode =
  /** One code point of a set. `undefined` is a set that only the linear engine knows, such as a script. */
  | { readonly kind: "set"; readonly set: CodePointSet | undefined }
  /** A place between characters of one line. */
  | { readonly kind: "assertion"; readonly at: "line-start" | "line-end" | "word-edge" | "no-word-edge" }
  /** One after the other; none is the empty text. */
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  /** `maximum` may be infinite. */
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly minimum: number; readonly maximum: number };
