/** Whether a text is a form of an XML Schema datatype. */
import { iriOf } from "../../graph/prefixes.ts";

const zone = "(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?";
const day = "(?:0[1-9]|[12]\\d|3[01])";
const month = "(?:0[1-9]|1[0-2])";
const year = "-?(?:[1-9]\\d{3,}|0\\d{3})";
const clock = "(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)";
const real = "(?:[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?|[+-]?INF|NaN)";

const forms: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    boolean: "(?:true|false|0|1)",
    decimal: "[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)",
    double: real,
    float: real,
    date: `${year}-${month}-${day}${zone}`,
    dateTime: `${year}-${month}-${day}T${clock}${zone}`,
    dateTimeStamp: `${year}-${month}-${day}T${clock}${zone.slice(0, -1)}`,
    time: `${clock}${zone}`,
    gYear: `${year}${zone}`,
    gYearMonth: `${year}-${month}${zone}`,
    gMonth: `--${month}${zone}`,
    gMonthDay: `--${month}-${day}${zone}`,
    gDay: `---${day}${zone}`,
    hexBinary: "(?:[0-9A-Fa-f]{2})*",
    duration: "-?P(?=[\\dT])(?:\\d+Y)?(?:\\d+M)?(?:\\d+D)?(?:T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)?",
  }).map(([name, form]) => [iriOf(`xsd:${name}`), new RegExp(`^${form}$`)]),
);

/** Smallest and largest value of the datatypes of whole numbers. */
const bounds: ReadonlyMap<string, readonly [least: bigint | undefined, most: bigint | undefined]> = new Map(
  (
    [
      ["integer", undefined, undefined],
      ["long", -(2n ** 63n), 2n ** 63n - 1n],
      ["int", -(2n ** 31n), 2n ** 31n - 1n],
      ["short", -32_768n, 32_767n],
      ["byte", -128n, 127n],
      ["nonNegativeInteger", 0n, undefined],
      ["positiveInteger", 1n, undefined],
      ["nonPositiveInteger", undefined, 0n],
      ["negativeInteger", undefined, -1n],
      ["unsignedLong", 0n, 2n ** 64n - 1n],
      ["unsignedInt", 0n, 2n ** 32n - 1n],
      ["unsignedShort", 0n, 65_535n],
      ["unsignedByte", 0n, 255n],
    ] as const
  ).map(([name, least, most]) => [iriOf(`xsd:${name}`), [least, most]]),
);

/** Digits past which a number is not read: no bound of a datatype is that long. */
const maximumDigits = 1_000;

/** Whether a literal's text is one of its datatype's. Every text is one of a datatype that is not known here. */
export function isLexicalForm(text: string, datatype: string): boolean {
  const range = bounds.get(datatype);
  if (range === undefined) return isForm(text, datatype);
  if (!/^[+-]?\d+$/.test(text)) return false;
  if (text.length > maximumDigits) return range[0] === undefined && range[1] === undefined;
  const value = BigInt(text.replace(/^\+/, ""));
  return (range[0] === undefined || value >= range[0]) && (range[1] === undefined || value <= range[1]);
}

/** Whether a datatype is one of whole numbers. */
export function isIntegerType(datatype: string): boolean {
  return bounds.has(datatype);
}

function isForm(text: string, datatype: string): boolean {
  const form = forms.get(datatype);
  if (form === undefined) return true;
  return form.test(text) && isDayOfMonth(text);
}

/** The 30th of February has the form of a date. */
function isDayOfMonth(text: string): boolean {
  const parts = /^(-?\d{4,})-(\d\d)-(\d\d)/.exec(text);
  if (parts === null) return true;
  const [, year, month, day] = parts.map(Number) as [number, number, number, number];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= last;
}
