/** Values that front matter gives a datatype. */
import type { PropertyValue } from "../../markdown-document.ts";
import { isDateText, isDateTimeText } from "../date-text.ts";
import { sharedIri } from "./iri-names.ts";

const xsd = sharedIri("xsd:");
const rdf = sharedIri("rdf:");
const markup: ReadonlySet<string> = new Set(["HTML", "XMLLiteral", "JSON"].map((name) => rdf + name));

/** What the lexical form of a datatype has to look like; of others nothing is known. */
const forms: ReadonlyMap<string, (text: string) => boolean> = new Map([
  [`${xsd}integer`, (text) => /^[+-]?\d+$/.test(text)],
  [`${xsd}decimal`, (text) => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)],
  [`${xsd}double`, isFloat],
  [`${xsd}float`, isFloat],
  [`${xsd}boolean`, (text) => /^(?:true|false|0|1)$/.test(text)],
  [`${xsd}date`, isDateText],
  [`${xsd}dateTime`, isDateTimeText],
]);

function isFloat(text: string): boolean {
  return /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN)$/.test(text);
}

/** A value with the datatype that it can have. */
export interface TypedValue {
  readonly value: PropertyValue;
  readonly datatype?: string;
}

/**
 * A text as a value of a datatype. `undefined` where it is none: the text has not the form, or the datatype is one that says more than a
 * text can (`rdf:langString`).
 */
export function readTypedValue(text: string, datatype: string): TypedValue | undefined {
  const value: PropertyValue = { type: "text", value: text, text };
  if (datatype === `${xsd}string`) return { value };
  if (datatype.startsWith(rdf) && !markup.has(datatype)) return undefined;
  if (forms.get(datatype)?.(text) === false) return undefined;
  const number = Number(text);
  // Readers of JSON-LD write doubles in their own way, so they are written in that way from the start.
  if (datatype === `${xsd}double` && Number.isFinite(number)) {
    return { value: { type: "double", value: number, text } };
  }
  return { value, datatype };
}
