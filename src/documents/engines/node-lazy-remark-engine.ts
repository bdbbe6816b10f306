/** The reference engine, loaded only when it first has to parse; a parse is synchronous, so the packages are required, not imported. */
import { createRequire } from "node:module";
import type { MarkdownEngine } from "../markdown-engine.ts";
import { engineFromLibraries } from "./engine-from-libraries.ts";
import { createLazyEngine } from "./lazy-engine.ts";

/** Makes an engine that equals `createRemarkEngine()` and costs nothing until it is used. */
export function createLazyRemarkEngine(): MarkdownEngine {
  return createLazyEngine("remark", requireRemarkEngine);
}

/** Every Node that we support can require modules (20.19, 22.12 and later); the types are those of the imports. */
function requireRemarkEngine(): MarkdownEngine {
  const require = createRequire(import.meta.url);
  const { unified } = require("unified") as typeof import("unified");
  const { default: remarkParse } = require("remark-parse") as typeof import("remark-parse");
  const { default: remarkGfm } = require("remark-gfm") as typeof import("remark-gfm");
  return engineFromLibraries({ unified, remarkParse, remarkGfm }, []);
}
