/** The options of questions that may be about some documents only. */
import type { CommandOption, OptionValues } from "./command.ts";

export const narrowingOptions: Readonly<Record<"directory" | "glob" | "tag", CommandOption>> = {
  directory: { type: "string", short: "d", value: "FOLDER", does: "only documents below this folder" },
  glob: { type: "string", multiple: true, value: "GLOB", does: "only documents whose path matches one of them" },
  tag: {
    type: "string",
    multiple: true,
    value: "TAG",
    does: "only documents with this tag or one nested in it (more than once: with all of them)",
  },
};

/** Which documents the options of a call name; each is absent where nothing is said. */
export interface NarrowedDocuments {
  readonly directory: string | undefined;
  readonly glob: readonly string[] | undefined;
  readonly tags: readonly string[] | undefined;
}

export function narrowedDocuments(values: OptionValues): NarrowedDocuments {
  return {
    directory: values["directory"] as string | undefined,
    glob: values["glob"] as string[] | undefined,
    tags: values["tag"] as string[] | undefined,
  };
}
