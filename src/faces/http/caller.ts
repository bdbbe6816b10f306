/** Who calls, as verified credentials tell it. Nothing of it comes from a body, a query or a header that anyone may set. */
import type { Permissions } from "../../guard/permissions/permissions.ts";

/** What a token lets its bearer do: `approve` answers approval requests and does nothing else. */
export const scopes = ["read", "write", "approve"] as const;

export type Scope = (typeof scopes)[number];

export interface Caller {
  /** Absent where no credentials are asked for. */
  readonly actor: string | undefined;
  readonly role: string | undefined;
  readonly scopes: ReadonlySet<Scope>;
  /** Workspaces that exist for this caller; `*` is all. */
  readonly workspaces: readonly string[];
}

/** `write` is also to delete. */
export function permissionsOf({ scopes }: Caller): Permissions {
  return { read: scopes.has("read"), write: scopes.has("write"), delete: scopes.has("write") };
}

export function mayUse({ workspaces }: Caller, workspace: string): boolean {
  return workspaces.includes("*") || workspaces.includes(workspace);
}

/** The scopes among some words; others mean something to somebody else. */
export function scopesAmong(words: Iterable<string>): ReadonlySet<Scope> {
  const found = new Set<Scope>();
  for (const word of words) if ((scopes as readonly string[]).includes(word)) found.add(word as Scope);
  return found;
}
