/** Reads a file that others may write meanwhile: once more when it changed, and then not again. */
import { GraphdownError } from "../base/errors.ts";

/**
 * Runs `attempt`, and a second time when the first ended because the file changed under it. What the second ends in counts. So an answer
 * is never a mix of two states of a file.
 */
export async function readSteadily<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!GraphdownError.isInstance(error) || error.code !== "version_conflict") throw error;
    if (error.details?.["reason"] === "not_current") throw error;
    return attempt();
  }
}
