/** Turns the text of one plain value into a typed value: the scalars of YAML's core schema, dates and times. */
import type { PropertyValue } from "../markdown-document.ts";
import { isDateText, wholeDateTime } from "./date-text.ts";

const integer = /^[-+]?[0-9]+$/;
const octal = /^0o[0-7]+$/;
const hexadecimal = /^0x[0-9a-fA-F]+$/;
const decimal = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/;
const exponential = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/;
const infinity = /^[-+]?\.(?:inf|Inf|INF)$/;
const notANumber = /^\.(?:nan|NaN|NAN)$/;
const boolean = /^(?:true|True|TRUE|false|False|FALSE)$/;
const nothing = /^(?:~|null|Null|NULL)$/;

/** Longer text is neither a number nor a date that anyone wrote; it is not tried. */
const longestScalar = 1_000;

/**
 * The value that an unquoted text stands for: null, booleans and numbers as the core schema of YAML 1.2 has them, whole dates
 * (`2024-03-05`) and moments in the form of XML Schema (`2024-03-05T10:30:00+02:00`), also without seconds or offset. Everything else is text: `no`, `on`, `12:30`,
 * `1e3x`, `1_000`. The text itself is always kept as it is given; blanks around it make it text.
 */
export function readScalar(text: string): PropertyValue {
  if (text.length === 0) return { type: "null", value: null, text };
  if (text.length > longestScalar) return textValue(text);
  const first = text.charCodeAt(0);
  const isDigit = first >= 0x30 && first <= 0x39;
  // `+`, `-`, `.`
  if (isDigit || first === 0x2b || first === 0x2d || first === 0x2e) return readNumberOrDate(text, isDigit);
  // `T t F f` and `~ N n` are the only other first letters of typed values.
  if (first === 0x54 || first === 0x74 || first === 0x46 || first === 0x66) {
    return boolean.test(text) ? { type: "boolean", value: first === 0x54 || first === 0x74, text } : textValue(text);
  }
  if ((first === 0x7e || first === 0x4e || first === 0x6e) && nothing.test(text)) {
    return { type: "null", value: null, text };
  }
  return textValue(text);
}

/** A value of type text, whose source is the text itself. */
export function textValue(text: string): PropertyValue {
  return { type: "text", value: text, text };
}

function readNumberOrDate(text: string, startsWithDigit: boolean): PropertyValue {
  if (startsWithDigit) {
    if (isDateText(text)) return { type: "date", value: text, text };
    if (wholeDateTime(text) !== undefined) return { type: "dateTime", value: text, text };
    if (octal.test(text) || hexadecimal.test(text)) return { type: "integer", value: Number(text), text };
  }
  if (integer.test(text)) return { type: "integer", value: Number(text), text };
  if (decimal.test(text)) return { type: "decimal", value: Number(text), text };
  // A number that no double can hold stays what was written: infinity is another value.
  if (exponential.test(text)) return doubleOrText(Number(text), text);
  if (infinity.test(text)) {
    return { type: "float", value: text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY, text };
  }
  return notANumber.test(text) ? { type: "float", value: Number.NaN, text } : textValue(text);
}

function doubleOrText(value: number, text: string): PropertyValue {
  return Number.isFinite(value) ? { type: "double", value, text } : textValue(text);
}
