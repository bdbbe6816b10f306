/** Refuses a call whose caller may not do what it takes. */
import { GraphdownError } from "../base/errors.ts";
import type { ToolContext, ToolDefinition } from "../context/file-context.ts";

/** `permission_denied` when the caller's own permissions leave out something that the tool needs. */
export function requirePermission({ name, needs }: ToolDefinition, { permissions }: ToolContext): void {
  const missing = needs.find((need) => permissions?.[need] === false);
  if (missing === undefined) return;
  throw new GraphdownError({
    code: "permission_denied",
    message: `${name} needs the permission to ${missing}, and this caller does not have it.`,
    details: { reason: "caller", permission: missing },
    next: `Ask with credentials that may ${missing}.`,
  });
}
