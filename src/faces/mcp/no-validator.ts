/** What the SDK gets in place of its schema compiler, which makes code at run time; some runtimes forbid that. */
import type { jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";

/** We check what comes in ourselves, so nothing ever asks for a validator. */
export const noValidator: jsonSchemaValidator = {
  getValidator: () => {
    throw new Error("Schemas are not compiled here.");
  },
};
