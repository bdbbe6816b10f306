/** The one order of metadata values: numbers by value, then dates by time, then texts. */
import { compareCodePoints } from "../../../base/compare-code-points.ts";
import type { PropertyValue } from "../../../documents/markdown-document.ts";

/** Where the kinds of values stand: all numbers before all dates before everything else. */
function kindOf({ type }: PropertyValue): number {
  if (type === "integer" || type === "decimal" || type === "double" || type === "float") return 0;
  return type === "date" || type === "dateTime" ? 1 : 2;
}

/** Compares two scalars; 0 for what is the same to a reader. Texts go by their code points, without regard to case. */
export function compareValues(a: PropertyValue, b: PropertyValue): number {
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return kind - kindOf(b);
  if (kind === 0) return compareNumbers(numberOf(a), numberOf(b));
  return kind === 1 ? timeOf(a.text) - timeOf(b.text) : compareCodePoints(fold(a.text), fold(b.text));
}

/** Whether two values can be put in an order that means something: two numbers, two dates, two texts. */
export function areComparable(a: PropertyValue, b: PropertyValue): boolean {
  return kindOf(a) === kindOf(b);
}

export function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function numberOf(value: PropertyValue): number {
  return Number("value" in value ? value.value : Number.NaN);
}

/** NaN is after all others, so that the order is total. */
function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a < b ? -1 : Number(a > b);
}

/** A time without an offset is taken as UTC, so that the answer is the same on every machine. */
function timeOf(text: string): number {
  const dated = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text.replace(" ", "T");
  const zoned = /(?:[zZ]|[-+]\d{2}:?\d{2})$/.test(dated) ? dated : `${dated}Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? 0 : time;
}
