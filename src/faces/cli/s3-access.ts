/** What the environment says of buckets, by the names that the tools of AWS use. */
import type { S3Access } from "../../storage/s3/parse-s3-location.ts";

/** Credentials are looked at when a request is made, so that nothing holds on to them. */
export function s3Access(environment: Readonly<Record<string, string | undefined>>): S3Access {
  const named = (name: string): string | undefined => environment[name] || undefined;
  const hasKeys = named("AWS_ACCESS_KEY_ID") !== undefined && named("AWS_SECRET_ACCESS_KEY") !== undefined;
  return {
    region: named("AWS_REGION") ?? named("AWS_DEFAULT_REGION"),
    endpoint: named("AWS_ENDPOINT_URL_S3") ?? named("AWS_ENDPOINT_URL"),
    credentials: hasKeys
      ? () => ({
          accessKeyId: environment["AWS_ACCESS_KEY_ID"] as string,
          secretAccessKey: environment["AWS_SECRET_ACCESS_KEY"] as string,
          sessionToken: named("AWS_SESSION_TOKEN"),
        })
      : undefined,
  };
}
