/** What vitest's pool gives to tests in workerd, as far as ours use it. */
declare module "cloudflare:test" {
  export const env: Readonly<Record<string, unknown>>;
  /** Ends every Durable Object, as an eviction does; what they have stored stays. */
  export function abortAllDurableObjects(): Promise<void>;
  export function createExecutionContext(): { waitUntil(promise: Promise<unknown>): void };
  /** Waits for all that was given to `waitUntil`. */
  export function waitOnExecutionContext(context: { waitUntil(promise: Promise<unknown>): void }): Promise<void>;
}
