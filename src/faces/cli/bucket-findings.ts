/** What a report on a bucket means for the product's promises, and what each missing one costs. */
import type { BucketReport } from "../../storage/s3/inspect-bucket.ts";
import type { Finding } from "./finding.ts";

/** A clock that is further off than this is refused by servers soon: they allow a quarter of an hour. */
const maximumClockMs = 5 * 60_000;

/** In the order in which they matter. */
export function bucketFindings(
  report: BucketReport,
  { singleWriter }: { readonly singleWriter: boolean },
): readonly Finding[] {
  const { versioning, objectLock, clockAheadMs } = report;
  return [
    ...conditionFindings(report, singleWriter),
    {
      promise: "older versions",
      holds: true,
      value: versioning,
      ...(versioning === "on" ? {} : { cost: "a version that is no longer current can't be read again" }),
    },
    {
      promise: "object lock",
      holds: true,
      value: objectLock,
      ...(objectLock === "on" ? {} : { cost: "whoever may delete objects could remove records that are to be kept" }),
    },
    {
      promise: "clock",
      holds: clockAheadMs === undefined || Math.abs(clockAheadMs) <= maximumClockMs,
      value:
        clockAheadMs === undefined
          ? "unknown"
          : `${Math.abs(Math.round(clockAheadMs / 1_000))} s ${clockAheadMs < 0 ? "behind" : "ahead of"} this machine's`,
      ...(clockAheadMs !== undefined && Math.abs(clockAheadMs) > maximumClockMs
        ? { cost: "requests are refused when it is a quarter of an hour" }
        : {}),
    },
  ];
}

function conditionFindings({ conditions }: BucketReport, singleWriter: boolean): readonly Finding[] {
  if (conditions === undefined) {
    return [{ promise: "writing", holds: true, value: "not permitted", cost: "conditions could not be tried out" }];
  }
  const { put, delete: remove, multipart, metadata } = conditions;
  const isHeld = put === "quoted" || put === "unquoted";
  // What rests on conditional writes is only tried out where those are held.
  const missing = isHeld ? "ignored" : `not tested, since conditional writes are ${put}`;
  const alone = singleWriter ? "; held within one process, since singleWriter is set" : "";
  return [
    {
      promise: "conditional writes",
      holds: isHeld || singleWriter,
      value: isHeld ? (put === "quoted" ? "held" : "held, with ETags without quotes") : put + alone,
      ...(isHeld
        ? {}
        : {
            cost: "two writers of one file could overwrite each other, so edits are refused unless singleWriter is set",
          }),
    },
    {
      promise: "conditional deletions",
      holds: remove || singleWriter,
      value: remove ? "held" : missing + alone,
      ...(remove
        ? {}
        : { cost: "a change by somebody else could be deleted unseen, so deletions that name a version are refused" }),
    },
    {
      promise: "conditional writes in parts",
      holds: multipart || singleWriter,
      value: multipart ? "held" : missing + alone,
      ...(multipart ? {} : { cost: "a long stream can't be written on a condition" }),
    },
    {
      promise: "metadata",
      holds: true,
      value: metadata ? "kept" : "not kept",
      ...(metadata
        ? {}
        : { cost: "a write whose answer is lost can't be told from another one, so it is reported as failed" }),
    },
    { promise: "writing", holds: true, value: "possible" },
  ];
}
