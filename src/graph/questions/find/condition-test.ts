/** Whether values fulfil a condition. */
import type { PropertyValue } from "../../../documents/markdown-document.ts";
import { targetOfLink, type WrittenValue } from "../../../documents/written-values.ts";
import { areComparable, compareValues, fold } from "./compare-values.ts";
import type { Condition } from "./condition.ts";

/**
 * Makes the test of a condition. Of several values under a key one is enough; `differs` wants all of them, and at least one, to differ.
 * A link is the same as any of its names, and as another link to its target.
 */
export function conditionTest(
  { comparison, value }: Condition,
  readScalar: (text: string) => PropertyValue,
): (values: readonly WrittenValue[]) => boolean {
  const wanted = readScalar(value);
  const folded = fold(value);
  const names = new Set([folded, fold(targetOfLink(value) ?? value)]);
  const isSame = (given: WrittenValue): boolean =>
    compareValues(given, wanted) === 0 ||
    fold(given.text) === folded ||
    (given.linkNames?.some((name) => names.has(fold(name))) ?? false);
  const ordered = (test: (order: number) => boolean) => (given: WrittenValue) =>
    (given.linkNames?.map(readScalar) ?? [given]).some(
      (each) => areComparable(each, wanted) && test(compareValues(each, wanted)),
    );
  switch (comparison) {
    case "exists":
      return (values) => values.length > 0;
    case "missing":
      return (values) => values.length === 0;
    case "equals":
      return (values) => values.some(isSame);
    case "differs":
      return (values) => values.length > 0 && !values.some(isSame);
    case "contains":
      return (values) => values.some(({ text }) => fold(text).includes(folded));
    case "below":
      return (values) => values.some(ordered((order) => order < 0));
    case "atMost":
      return (values) => values.some(ordered((order) => order <= 0));
    case "above":
      return (values) => values.some(ordered((order) => order > 0));
    case "atLeast":
      return (values) => values.some(ordered((order) => order >= 0));
  }
}
