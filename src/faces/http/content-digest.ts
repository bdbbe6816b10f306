/** The headers `Repr-Digest` and `Content-Digest` (RFC 9530). */
import { GraphdownError } from "../../base/errors.ts";

/** The header for a file of which the version holds the hash; `undefined` for another. */
export function digestOfVersion(version: string): string | undefined {
  const hex = /^sha256-([0-9a-f]{64})$/.exec(version)?.[1];
  return hex === undefined ? undefined : `sha-256=:${base64OfHex(hex)}:`;
}

/** Refuses content that is not what its sender hashed; other algorithms than SHA-256 say nothing to us. */
export function checkDigests(headers: Headers, sha256: string): void {
  for (const name of ["content-digest", "repr-digest"]) {
    const sent = /(?:^|,)\s*sha-256=:([^:]*):/i.exec(headers.get(name) ?? "")?.[1];
    if (sent === undefined || sent === base64OfHex(sha256)) continue;
    throw new GraphdownError({
      code: "invalid_input",
      message: `The content has not the SHA-256 that ${name} tells, and nothing was written.`,
      details: { reason: "digest", sha256 },
      next: "Send it again.",
    });
  }
}

function base64OfHex(hex: string): string {
  return btoa(hex.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
}
