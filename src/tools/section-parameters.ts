/** How tools let a section be named. */
import { z } from "zod";

export const headingParameter: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]> = z
  .union([z.string(), z.array(z.string())])
  .describe('A heading that is unique, a path such as "Parent > Child" or ["Parent", "Child"], or ^block-id');

/** Other spellings of `heading`. */
export const headingAliases: Readonly<Record<string, string>> = {
  section: "heading",
  heading_path: "heading",
  headingPath: "heading",
  block: "heading",
  blockId: "heading",
  block_id: "heading",
  target: "heading",
};
