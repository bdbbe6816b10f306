/** Refuses a call whose effect its caller may not have. */
import { GraphdownError } from "../base/errors.ts";
import type { ToolContext, ToolDefinition } from "../context/file-context.ts";

/** `permission_denied` when the caller's own permissions leave the effect of the tool out. */
export function requirePermission({ name, effect }: ToolDefinition, { permissions }: ToolContext): void {
  if (permissions === undefined || effect === "memory" || permissions[effect] !== false) return;
  throw new GraphdownError({
    code: "permission_denied",
    message: `${name} needs the permission to ${effect}, and this caller does not have it.`,
    details: { reason: "caller", permission: effect },
    next: `Ask with credentials that may ${effect}.`,
  });
}
