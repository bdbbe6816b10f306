/** What a server was found to hold of the conditions that safe writes rest on. */

export interface S3Conditions {
  /**
   * Conditional `PUT`: held, with the ETag in quotes or without them; `ignored`, so that two writers would overwrite each other; or
   * `refused`, so that none ever succeeds.
   */
  readonly put: "quoted" | "unquoted" | "ignored" | "refused";
  /** Whether `DELETE` heeds `If-Match`; `false` untried where conditional `PUT` is not held. */
  readonly delete: boolean;
  /** Whether files that are sent in parts heed conditions; `false` untried where conditional `PUT` is not held. */
  readonly multipart: boolean;
  /** Whether metadata comes back, which tells a write whose answer was lost from another one. */
  readonly metadata: boolean;
}

/** Whether conditional writes hold between processes. */
export function holdsConditions({ put }: S3Conditions): boolean {
  return put === "quoted" || put === "unquoted";
}

/** An ETag as this server wants to be given it in a condition. */
export function quoteETag(etag: string, { put }: Pick<S3Conditions, "put">): string {
  return put === "unquoted" ? etag : `"${etag}"`;
}
