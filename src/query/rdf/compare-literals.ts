/** The order of literals, as SPARQL's `<` has it. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { GivenTerm } from "../../exports/write-quads.ts";
import { iriOf } from "../../graph/prefixes.ts";
import { isIntegerType, isLexicalForm } from "./lexical-form.ts";

const stringType = iriOf("xsd:string");
const booleanType = iriOf("xsd:boolean");
const realTypes: ReadonlySet<string> = new Set(["xsd:decimal", "xsd:double", "xsd:float"].map(iriOf));
const instantTypes: ReadonlySet<string> = new Set(["xsd:dateTime", "xsd:date", "xsd:time"].map(iriOf));

/** Negative, zero or positive; `undefined` where there is no order, as between a number and a text, or a time with and one without a zone. */
export function compareLiterals(a: GivenTerm, b: GivenTerm): number | undefined {
  const left = orderedValue(a);
  const right = orderedValue(b);
  if (left === undefined || right === undefined || left.kind !== right.kind) return undefined;
  if (typeof left.value === "string") return compareCodePoints(left.value, right.value as string);
  const [x, y] = [left.value, right.value as number | bigint];
  if (x < y) return -1;
  if (x > y) return 1;
  // biome-ignore lint/suspicious/noDoubleEquals: a whole number and a decimal one can be equal
  return x == y ? 0 : undefined;
}

interface Value {
  /** Only values of one kind have an order. */
  readonly kind: string;
  readonly value: string | number | bigint;
}

function orderedValue({ termType, value, language = "", datatype }: GivenTerm): Value | undefined {
  if (termType !== "Literal" || language !== "") return undefined;
  const type = datatype?.value ?? stringType;
  if (type === stringType) return { kind: "text", value };
  if (!isLexicalForm(value, type)) return undefined;
  if (isIntegerType(type)) return { kind: "number", value: wholeNumber(value) };
  if (realTypes.has(type)) return { kind: "number", value: realNumber(value) };
  if (type === booleanType) return { kind: "truth", value: value === "true" || value === "1" ? 1 : 0 };
  return instantTypes.has(type) ? instant(value, type) : undefined;
}

/** Exact as far as it pays. */
function wholeNumber(text: string): number | bigint {
  return text.length > 15 && text.length < 400 ? BigInt(text.replace(/^\+/, "")) : Number(text);
}

function realNumber(text: string): number {
  return Number(text.replace("INF", "Infinity"));
}

function instant(text: string, type: string): Value | undefined {
  const parts = /^(-?\d+-\d\d-\d\d)?T?(\d\d:\d\d:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (parts === null) return undefined;
  const [, date = "2000-01-01", clock = "00:00:00", fraction = "", zone] = parts;
  const years = /^(-?)(\d+)(-.*)$/.exec(date) as RegExpExecArray;
  const digits = (years[2] as string).padStart(6, "0");
  if (digits.length > 6) return undefined;
  const isMidnight = clock.startsWith("24");
  const sign = years[1] === "-" ? "-" : "+";
  const shown = `${sign}${digits}${years[3]}T${isMidnight ? "00:00:00" : clock}${zone ?? "Z"}`;
  const milliseconds = Date.parse(shown.replace("-000000", "+000000"));
  if (Number.isNaN(milliseconds)) return undefined;
  const value = milliseconds + (isMidnight ? 86_400_000 : 0) + Number(`0${fraction}`) * 1_000;
  return { kind: `${type} ${zone === undefined}`, value };
}
