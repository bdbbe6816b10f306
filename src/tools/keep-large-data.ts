/** Puts an answer that is too large to be inline on the shelf, and a summary in its place. */
import { utf8Length } from "../base/utf8-length.ts";
import type { ToolContext, ToolDefinition } from "../context/file-context.ts";
import type { Artifact, ArtifactAnswer, ToolCall } from "../context/tool-contract.ts";

/** Characters of the artifact's beginning that are shown. */
const previewCharacters = 4_000;

/** The data as it is, or what stands for it when it is larger than `maximumInlineResultBytes`. */
export async function keepLargeData(
  { tool, call, data }: { readonly tool: ToolDefinition; readonly call: ToolCall; readonly data: object },
  { files, session, actor, permissions, wholeResults, signal }: ToolContext,
): Promise<{ readonly data: object; readonly artifacts?: readonly [Artifact] }> {
  const { maximumInlineResultBytes } = files.limits;
  if (tool.hasOwnBound || wholeResults === true || !isLarger(data, maximumInlineResultBytes)) return { data };
  const file = tool.asFile(data);
  const artifact = await files.toolHost.artifacts.keep({
    session,
    actor,
    mayWrite: permissions?.write !== false,
    call: String(call.id),
    file,
    signal,
  });
  const { preview, lines } = firstLines(file.text);
  const answer: ArtifactAnswer = { artifact, preview, cut: { reason: "bytes", next: lines + 1 } };
  return { data: answer, artifacts: [artifact] };
}

/** Whether a value is larger than a bound as JSON. */
function isLarger(data: object, maximum: number): boolean {
  const json = JSON.stringify(data);
  return json.length > maximum || (json.length * 3 > maximum && utf8Length(json) > maximum);
}

/** Whole lines from the start of a text. */
function firstLines(text: string): { readonly preview: string; readonly lines: number } {
  const preview = text.slice(0, text.lastIndexOf("\n", previewCharacters) + 1);
  return { preview, lines: preview.split("\n").length - 1 };
}
