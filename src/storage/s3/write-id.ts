/** Names each write, so that what is there later can be told to be ours. */

/** The caller's, where a header can hold it; else 64 random bits. */
export function writeIdOf(given: string | undefined): string {
  if (given !== undefined && /^[A-Za-z0-9_-]{8,64}$/.test(given)) return given;
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
