/** What vitest's pool gives to tests in workerd, as far as ours use it. */
declare module "cloudflare:test" {
  export const env: Readonly<Record<string, unknown>>;
}
