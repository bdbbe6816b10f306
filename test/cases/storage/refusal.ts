/** An answer of S3 that refuses a request, with the code of the reason. */
export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, { status, headers });
}
