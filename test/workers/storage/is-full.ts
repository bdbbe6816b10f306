/** Whether tests in workerd run in their full sizes, which take minutes. */
import { env } from "cloudflare:test";

export const isFull: boolean = (env as unknown as { readonly FULL: boolean }).FULL;
