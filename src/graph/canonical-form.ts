/**
 * The lexical form in which the graph has a value: one for each value. A store that SPARQL asks keeps values and not texts, so the text as
 * written (`1.50`) would be in exports and not in answers; what a document has as text is kept there.
 */
import { iriOf } from "./prefixes.ts";

type Form = (text: string) => string | undefined;

/** Of a decimal number: no sign `+`, no zeros that say nothing, no point behind a whole number. */
function decimalForm(text: string): string | undefined {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (parts === null || !/\d/.test(text)) return undefined;
  const [, sign, whole = "", fraction = ""] = parts;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const rest = fraction.replace(/0+$/, "");
  const size = rest === "" ? digits : `${digits}.${rest}`;
  return sign === "-" && size !== "0" ? `-${size}` : size;
}

function integerForm(text: string): string | undefined {
  return /^[+-]?\d+$/.test(text) ? decimalForm(text) : undefined;
}

function booleanForm(text: string): string | undefined {
  if (text === "1" || text === "true") return "true";
  return text === "0" || text === "false" ? "false" : undefined;
}

/** Of a number in floating point, as JSON-LD processors write it too: one digit before the point, and as many behind it as are needed. */
function realForm(text: string, round: (value: number) => number): string | undefined {
  if (/^\+?INF$/.test(text)) return "INF";
  if (text === "-INF" || text === "NaN") return text;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = round(Number(text));
  if (!Number.isFinite(value)) return value > 0 ? "INF" : "-INF";
  return canonicalNumber(value, round);
}

/** A finite number as `1.5E3`. `round` is the precision that it has. */
export function canonicalNumber(value: number, round: (value: number) => number = (each) => each): string {
  const size = Object.is(value, -0) ? "-0" : "";
  // Fewer digits first: a number of lower precision has not the digits that its neighbour of higher precision has.
  const precisions = round === Math.fround ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : [15, 16];
  const digits = precisions.map((each) => value.toExponential(each)).find((each) => round(Number(each)) === value);
  const form = (digits ?? value.toExponential()).replace(
    /^(-?\d)(?:\.(\d*?)0*)?e\+?/,
    (_, first, behind) => `${first}.${behind || "0"}E`,
  );
  return size === "" ? form : form.replace(/^-?0/, size);
}

const zone = "(Z|[+-]\\d\\d:\\d\\d)?";
const clock = /^(\d\d:\d\d:\d\d)(?:\.(\d+))?$/;

/** A zone without an offset is `Z`. */
function zoneForm(text: string): string {
  return /^[+-]00:00$/.test(text) ? "Z" : text;
}

function clockForm(text: string): string | undefined {
  const parts = clock.exec(text);
  if (parts === null) return undefined;
  const fraction = (parts[2] ?? "").replace(/0+$/, "");
  return `${parts[1]}${fraction === "" ? "" : `.${fraction}`}`;
}

function dateTimeForm(text: string): string | undefined {
  const parts = new RegExp(`^(-?\\d{4,}-\\d\\d-\\d\\d)T([\\d:.]+)${zone}$`).exec(text);
  const time = parts === null ? undefined : clockForm(parts[2] as string);
  if (parts === null || time === undefined) return undefined;
  const end = zoneForm(parts[3] ?? "");
  return time === "24:00:00" ? `${dayAfter(parts[1] as string)}T00:00:00${end}` : `${parts[1]}T${time}${end}`;
}

/** Midnight at the end of a day is that of the next one. */
function dayAfter(day: string): string {
  const [, year = "", month, date] = /^(-?\d{4,})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const next = new Date(0);
  next.setUTCFullYear(Number(year), Number(month) - 1, Number(date) + 1);
  const size = String(Math.abs(next.getUTCFullYear())).padStart(4, "0");
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${next.getUTCFullYear() < 0 ? "-" : ""}${size}-${two(next.getUTCMonth() + 1)}-${two(next.getUTCDate())}`;
}

function timeForm(text: string): string | undefined {
  const parts = new RegExp(`^([\\d:.]+)${zone}$`).exec(text);
  const time = parts === null ? undefined : clockForm(parts[1] as string);
  if (parts === null || time === undefined) return undefined;
  return `${time === "24:00:00" ? "00:00:00" : time}${zoneForm(parts[2] ?? "")}`;
}

/** Of days, months and years with a zone. */
function dayForm(text: string): string {
  return text.replace(/[+-]00:00$/, "Z");
}

const integers = [
  ...["integer", "long", "int", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger"],
  ...["negativeInteger", "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte"],
];

const forms: ReadonlyMap<string, Form> = new Map<string, Form>(
  (
    [
      ...integers.map((name) => [name, integerForm] as const),
      ["decimal", decimalForm],
      ["boolean", booleanForm],
      ["double", (text: string) => realForm(text, (value) => value)],
      ["float", (text: string) => realForm(text, Math.fround)],
      ["dateTime", dateTimeForm],
      ["time", timeForm],
      ...["date", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay"].map((name) => [name, dayForm] as const),
    ] as const
  ).map(([name, form]) => [iriOf(`xsd:${name}`), form]),
);

/** The form of a value of a datatype (its IRI). A text that is none of its values, and any of a datatype that is not known here, stays as it is. */
export function canonicalForm(text: string, datatype: string): string {
  return forms.get(datatype)?.(text) ?? text;
}
