/** `graphdown/remark`: the reference parser, for hosts that add remark plugins to it. Apart, since loading it is dear. */
export { createRemarkEngine, type RemarkEngineOptions } from "./documents/engines/remark-engine.ts";
