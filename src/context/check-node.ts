/** The name of a node in a question: checked as far as it is a path, before anything is read. */
import { GraphdownError } from "../base/errors.ts";
import { logicalPathFault, parseLogicalPath } from "../base/logical-path.ts";
import { type AccessRules, checkFile, checkFolder } from "../files/access.ts";

/**
 * Refuses a blank name (`invalid_input`), a path that leaves the knowledge base (`invalid_path`) and one that is denied (`permission_denied`).
 * Tags, IRIs and names of people and notes are no paths.
 */
export function checkNode(parameter: string, text: string, access: AccessRules): void {
  if (text.trim() === "") {
    throw new GraphdownError({
      code: "invalid_input",
      message: `${parameter} must name a node, but it is blank.`,
      details: { parameter },
      next: "Give a path, path#heading, #tag, or the IRI of a node.",
    });
  }
  if (text.startsWith("#") || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) || text.startsWith("[[")) return;
  if (text === "/" || text === "." || text.endsWith("/")) {
    checkFolder(text, access);
    return;
  }
  // A name of a file may hold "#": what stands before the first one is a path in any case.
  const path = logicalPathFault(text) === undefined ? text : (text.split("#", 1)[0] as string);
  if (logicalPathFault(path) === undefined) {
    checkFile(path, access);
    checkFile(path.split("#", 1)[0] as string, access);
  } else if (/[\\/]|^\.|[\p{Cc}]/u.test(path)) parseLogicalPath(path);
}
