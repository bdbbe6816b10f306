/** Credentials of a request to its caller. */
import type { AccessToken } from "./access-tokens.ts";
import { createTokenLookup } from "./access-tokens.ts";
import type { Caller, Scope } from "./caller.ts";
import { HttpRefusal } from "./http-refusal.ts";
import { createJwtLookup, type JwtSettings } from "./jwt-access.ts";

/** How callers are known. */
export interface AccessSettings {
  readonly tokens?: readonly AccessToken[] | undefined;
  readonly jwt?: JwtSettings | undefined;
  /**
   * A further token, which may read and answer approval requests. It alone does not make credentials necessary, so that a server on
   * loopback can have an approver.
   */
  readonly approverToken?: string | undefined;
}

/** Gives the caller of a request; 401 for credentials that are missing or wrong. */
export type Authenticate = (request: Request) => Promise<Caller>;

/** Who calls a server that asks for no credentials. May not answer approval requests: the agent calls under this name too. */
const anybody: Caller = {
  actor: undefined,
  role: undefined,
  scopes: new Set<Scope>(["read", "write"]),
  workspaces: ["*"],
};

/** Whether a caller has to show credentials. */
export function needsCredentials({ tokens = [], jwt }: AccessSettings): boolean {
  return tokens.length > 0 || jwt !== undefined;
}

export function createAuthenticate(settings: AccessSettings, metadataPath: string): Authenticate {
  const { tokens = [], jwt, approverToken } = settings;
  const approver =
    approverToken === undefined
      ? []
      : [{ token: approverToken, scopes: ["read", "approve"] as const, workspaces: ["*"], actor: "approver" }];
  const lookUp = createTokenLookup([...tokens, ...approver]);
  const lookUpJwt = jwt === undefined ? undefined : createJwtLookup(jwt);
  const required = needsCredentials(settings);
  const challenge = (request: Request, error?: string): string => {
    const metadata = jwt === undefined ? "" : `, resource_metadata="${new URL(metadataPath, request.url).href}"`;
    return `Bearer realm="graphdown"${metadata}${error === undefined ? "" : `, error="${error}"`}`;
  };
  return async (request) => {
    const header = request.headers.get("authorization");
    if (header === null) {
      if (!required) return anybody;
      throw unauthorized("This server asks for a token, and none was sent", challenge(request));
    }
    const token = /^Bearer +([\x21-\x7e]+)$/i.exec(header)?.[1];
    if (token === undefined) throw unauthorized("The header Authorization holds no bearer token", challenge(request));
    const isJwt = lookUpJwt !== undefined && token.split(".").length === 3;
    const caller = lookUp(token) ?? (isJwt ? await lookUpJwt(token) : undefined);
    if (caller !== undefined) return caller;
    throw unauthorized("The token is not valid", challenge(request, "invalid_token"));
  };
}

/** Refuses a caller without a scope. */
export function requireScope({ scopes }: Caller, scope: Scope): void {
  if (scopes.has(scope)) return;
  throw new HttpRefusal({
    status: 403,
    headers: { "WWW-Authenticate": `Bearer realm="graphdown", error="insufficient_scope", scope="${scope}"` },
    code: "permission_denied",
    message: `This needs the scope ${scope}, and the caller has ${[...scopes].join(", ") || "none"}.`,
    details: { reason: "scope", scope },
    next: `Send a token with the scope ${scope}${scope === "approve" ? "; who asked may not answer" : ""}.`,
  });
}

function unauthorized(what: string, challenge: string): HttpRefusal {
  return new HttpRefusal({
    status: 401,
    headers: { "WWW-Authenticate": challenge },
    code: "unauthorized",
    message: `${what}.`,
    next: "Send Authorization: Bearer and a token that the server's operator has given you.",
  });
}
