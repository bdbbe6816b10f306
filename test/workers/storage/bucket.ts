/** The bucket that tests in workerd have, emptied, and ways to disturb it. */
import { env } from "cloudflare:test";
import type { R2Bucket } from "../../../src/storage/r2/r2-bucket.ts";

export const bucket: R2Bucket = (env as unknown as { readonly BUCKET: R2Bucket }).BUCKET;

export async function emptyBucket(): Promise<void> {
  for (;;) {
    const { objects, truncated } = await bucket.list({});
    for (const { key } of objects) await bucket.delete(key);
    if (!truncated) return;
  }
}

type Call = (...given: never[]) => Promise<unknown>;

/** The bucket with some of its calls replaced; each gets the call that it stands for. */
export function disturbed(
  calls: {
    readonly [Name in keyof R2Bucket]?: (real: R2Bucket[Name]) => Call;
  },
): R2Bucket {
  const real = <Name extends keyof R2Bucket>(name: Name): R2Bucket[Name] =>
    ((...given: never[]) => (bucket[name] as unknown as Call)(...given)) as unknown as R2Bucket[Name];
  const names = ["head", "get", "put", "delete", "list"] as const;
  return Object.fromEntries(
    names.map((name) => [name, (calls[name] as ((call: unknown) => Call) | undefined)?.(real(name)) ?? real(name)]),
  ) as unknown as R2Bucket;
}

/** Puts text as another program would: without a hash or a mark of ours. */
export async function putForeign(key: string, text: string): Promise<void> {
  await bucket.put(key, new TextEncoder().encode(text));
}
