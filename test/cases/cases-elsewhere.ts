/** Behaviour cases of tools and servers that are not about edits, by the file that runs them. */

/** In behaviour-faces.test.ts. */
export const casesOfFaces: readonly string[] = [
  "fm-mixed-sort",
  "resource-uri-encoding",
  "tool-string-encoded-lists",
  "path-dot-names",
  "path-special-characters",
  "path-encoded-traversal",
  "path-extra-slash",
  "path-traversal-policy",
];

/** In behaviour-grep.test.ts. */
export const casesOfGrep: readonly string[] = ["grep-literal-special", "path-sibling-prefix"];
