/** Tokens that an authorization server signs (JWT), checked against its keys. */
import { GraphdownError } from "../../base/errors.ts";
import { type Caller, scopesAmong } from "./caller.ts";

/** Who signs tokens, and for whom. */
export interface JwtSettings {
  /** The server's key set. https, or http on this machine. Give this or `keys`. */
  readonly jwksUrl?: string | undefined;
  /** The key set itself, as JSON Web Keys. */
  readonly keys?: readonly object[] | undefined;
  /** `iss` that a token must have. */
  readonly issuer: string;
  /** `aud` that a token must have: the name of this server with the authorization server, usually its URL. */
  readonly audience: string;
  /** Signature algorithms that are accepted. Default: RS256, PS256, ES256 and EdDSA. Never `none`, never one with a shared secret. */
  readonly algorithms?: readonly string[] | undefined;
}

/** Gives the caller of a good token; `undefined` for any other. */
export type JwtLookup = (token: string) => Promise<Caller | undefined>;

const asymmetric = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/;
const defaultAlgorithms = ["RS256", "PS256", "ES256", "EdDSA"];
/** Seconds by which clocks may differ. */
const clockTolerance = 30;

/** Checks the settings; a wrong one is `invalid_options`. Keys are fetched with the first token. */
export function createJwtLookup(settings: JwtSettings): JwtLookup {
  const { issuer, audience, algorithms = defaultAlgorithms } = settings;
  if (!issuer || !audience) throw wrong("jwt needs an issuer and an audience", "jwt.issuer");
  const bad = algorithms.find((each) => !asymmetric.test(each));
  if (bad !== undefined || algorithms.length === 0)
    throw wrong(`the algorithm ${JSON.stringify(bad)} is not accepted`, "jwt.algorithms");
  const url = urlOf(settings);
  let verify: Promise<JwtLookup> | undefined;
  return async (token) => {
    verify ??= load();
    return (await verify)(token);
  };

  async function load(): Promise<JwtLookup> {
    const { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } = await import("jose");
    const keys =
      url === undefined ? createLocalJWKSet({ keys: [...(settings.keys ?? [])] as never }) : createRemoteJWKSet(url);
    return async (token) => {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: [...algorithms],
          clockTolerance,
          requiredClaims: ["sub", "exp"],
        });
        return callerOf(payload as Claims);
      } catch (cause) {
        // What is wrong with a token is not its bearer's to know; that the keys can't be had is ours.
        if (cause instanceof errors.JOSEError && !(cause instanceof errors.JWKSTimeout)) return undefined;
        throw keysUnavailable(cause);
      }
    };
  }
}

interface Claims {
  readonly sub: string;
  readonly scope?: unknown;
  readonly roles?: unknown;
  readonly workspaces?: unknown;
}

function callerOf({ sub, scope, roles, workspaces }: Claims): Caller {
  const roleWords = wordsOf(roles);
  return {
    actor: sub,
    role: (roleWords.length > 0 ? roleWords : wordsOf(scope)).join(" ") || undefined,
    scopes: scopesAmong([...wordsOf(scope), ...roleWords]),
    workspaces: workspaces === undefined ? ["default"] : wordsOf(workspaces),
  };
}

function wordsOf(claim: unknown): readonly string[] {
  if (typeof claim === "string") return claim.split(" ").filter((word) => word !== "");
  return Array.isArray(claim) ? claim.filter((word): word is string => typeof word === "string") : [];
}

function urlOf({ jwksUrl, keys }: JwtSettings): URL | undefined {
  if ((jwksUrl === undefined) === (keys === undefined)) throw wrong("jwt needs jwksUrl or keys, one of them", "jwt");
  if (jwksUrl === undefined) return undefined;
  const url = URL.canParse(jwksUrl) ? new URL(jwksUrl) : undefined;
  const local = url !== undefined && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && local)) return url;
  throw wrong("jwt.jwksUrl must be an https URL", "jwt.jwksUrl");
}

function wrong(what: string, option: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `Tokens can't be checked: ${what}.`,
    details: { option },
    next: "Give issuer, audience, and the key set of the authorization server; docs/http.md has an example.",
  });
}

function keysUnavailable(cause: unknown): GraphdownError {
  return new GraphdownError({
    code: "storage_failed",
    message: "The keys of the authorization server can't be had, so that no token can be checked.",
    details: { operation: "jwks" },
    next: "Try again in a moment.",
    cause,
  });
}
