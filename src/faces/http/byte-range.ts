/** The header `Range` (RFC 9110, section 14): one range of bytes a request. */
import { showPath } from "../../base/show-path.ts";
import { HttpRefusal } from "./http-refusal.ts";

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of `length` bytes that a header asks for; `undefined` for all of them, also where the unit is none of ours. Several ranges, one
 * that does not parse and one that begins past the end are 416.
 */
export function readByteRange(header: string | null, length: number): ByteRange | undefined {
  const list = header === null ? null : /^bytes=(.*)$/i.exec(header.trim());
  if (list === null) return undefined;
  const range = /^[ \t]*(\d{0,30})-(\d{0,30})[ \t]*$/.exec(list[1] as string);
  if (range === null || range[0].trim() === "-") throw unsatisfiable(header as string, length);
  const [, first = "", last = ""] = range;
  const start = first === "" ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === "" || last === "" ? length : Math.min(length, Number(last) + 1);
  if (start >= end) throw unsatisfiable(header as string, length);
  return { start, end };
}

function unsatisfiable(header: string, length: number): HttpRefusal {
  return new HttpRefusal({
    status: 416,
    headers: { "Content-Range": `bytes */${length}` },
    code: "invalid_input",
    message: `The range "${showPath(header)}" can't be answered from ${length} bytes.`,
    details: { reason: "range", length },
    next: "Ask for one range that begins inside the file, such as bytes=0-1023.",
  });
}
