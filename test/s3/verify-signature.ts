/** Checks AWS Signature Version 4 of a request, on its own and from the documentation, so that it shares no mistake with a signer. */
import { createHash, createHmac } from "node:crypto";

/** A request as it came, its headers with names in lower case. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and parameters, as they were sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface Account {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** What S3 answers to a request whose signature does not hold; `undefined` for one whose does. */
export function signatureFault(
  request: ReceivedRequest,
  body: Buffer,
  account: Account,
  now: number,
): { readonly status: number; readonly code: string } | undefined {
  const refuse = (code: string): { status: number; code: string } => ({ status: 403, code });
  const authorization = request.headers.authorization ?? "";
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/([0-9]{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (parts === null) return refuse("AccessDenied");
  const [, keyId, date, region, signedHeaders, signature] = parts as unknown as string[];
  if (keyId !== account.accessKeyId) return refuse("InvalidAccessKeyId");
  const header = (name: string): string => String(request.headers[name] ?? "");
  if (account.sessionToken !== undefined && header("x-amz-security-token") !== account.sessionToken) {
    return refuse("ExpiredToken");
  }
  const stamp = header("x-amz-date");
  const time = Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Number.isNaN(time) || !stamp.startsWith(date as string)) return refuse("AccessDenied");
  if (Math.abs(time - now) > 15 * 60_000) return refuse("RequestTimeTooSkewed");
  const names = (signedHeaders as string).split(";");
  // All headers of Amazon's, and the host, must be signed.
  const mustBeSigned = ["host", ...Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"))];
  if (!mustBeSigned.every((name) => names.includes(name))) return refuse("AccessDenied");
  const payload = header("x-amz-content-sha256");
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== createHash("sha256").update(body).digest("hex")) {
    return { status: 400, code: "XAmzContentSHA256Mismatch" };
  }
  const [path = "", search = ""] = request.url.split("?", 2);
  const canonical = [
    request.method,
    path.split("/").map(reencoded).join("/"),
    search
      .split("&")
      .filter((pair) => pair !== "")
      .map((pair) => {
        const [name = "", value = ""] = pair.split("=", 2);
        return `${reencoded(name)}=${reencoded(value)}`;
      })
      .sort()
      .join("&"),
    ...names.map((name) => `${name}:${header(name).trim().replaceAll(/ +/g, " ")}`),
    "",
    signedHeaders,
    payload,
  ].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", stamp, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const hmac = (key: string | Buffer, value: string): Buffer => createHmac("sha256", key).update(value).digest();
  const key = [date as string, region as string, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, value) => hmac(secret, value),
    `AWS4${account.secretAccessKey}`,
  );
  return hmac(key, text).toString("hex") === signature ? undefined : refuse("SignatureDoesNotMatch");
}

/** As the documentation asks: everything but letters, digits, `-`, `.`, `_` and `~` as upper-case escapes. */
function reencoded(text: string): string {
  return encodeURIComponent(decodeURIComponent(text)).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
