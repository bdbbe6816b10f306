/** What vitest's pool gives to tests in workerd, as far as ours use it. */
declare module "cloudflare:test" {
  export const env: Readonly<Record<string, unknown>>;
  export function createExecutionContext(): { waitUntil(promise: Promise<unknown>): void };
  /** Waits for all that was given to `waitUntil`. */
  export function waitOnExecutionContext(context: { waitUntil(promise: Promise<unknown>): void }): Promise<void>;
}
