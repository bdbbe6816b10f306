/** Values of properties as RDF literals. */
import { wholeDateTime } from "../documents/front-matter/date-text.ts";
import type { PropertyValue } from "../documents/markdown-document.ts";
import { doubleForm } from "./double-form.ts";
import { iriOf } from "./prefixes.ts";
import { type Literal, type NamedNode, namedNode, textLiteral, typedLiteral } from "./terms.ts";

const xsd = (name: string): NamedNode => namedNode(iriOf(`xsd:${name}`));

const integerType = xsd("integer");
const decimalType = xsd("decimal");
const doubleType = xsd("double");
const floatType = xsd("float");
const booleanType = xsd("boolean");
const dateType = xsd("date");
const dateTimeType = xsd("dateTime");

/** A whole number as a literal. */
export function integerLiteral(value: number): Literal {
  return typedLiteral(String(value), integerType);
}

/** A calendar date as a literal; what has not the form of one is text. */
export function dateLiteral(text: string): Literal {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? typedLiteral(text, dateType) : textLiteral(text);
}

/**
 * A value as a literal, with the text as written for its lexical form wherever XML Schema takes it. Doubles are canonical, since
 * JSON-LD processors rewrite them so. `undefined` for null, lists and maps, which are no literals.
 */
export function valueLiteral(value: PropertyValue): Literal | undefined {
  switch (value.type) {
    case "text":
      return textLiteral(value.value);
    case "integer":
      return typedLiteral(integerForm(value.text, value.value), integerType);
    case "decimal":
      return decimalLiteral(value.text, value.value);
    case "double":
      return doubleLiteral(value.text, value.value);
    case "float":
      return floatLiteral(value.text, value.value);
    case "boolean":
      return typedLiteral(String(value.value), booleanType);
    case "date":
      return dateLiteral(value.text);
    case "dateTime":
      return dateTimeLiteral(value.text);
    default:
      return undefined;
  }
}

/** Digits as written; octal and hexadecimal numbers in decimal. */
function integerForm(text: string, value: number): string {
  if (/^[+-]?\d+$/.test(text)) return text;
  return /^0(?:o[0-7]+|x[0-9A-Fa-f]+|b[01]+)$/.test(text) ? String(BigInt(text)) : String(Math.trunc(value));
}

function decimalLiteral(text: string, value: number): Literal {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? typedLiteral(text, decimalType) : doubleLiteral(text, value);
}

/** A number beyond the largest double (1.797e308) is text: infinity is another value. */
function doubleLiteral(text: string, value: number): Literal {
  if (!Number.isFinite(value)) return textLiteral(text);
  return typedLiteral(doubleForm(value), doubleType);
}

function floatLiteral(text: string, value: number): Literal {
  if (Number.isFinite(value)) return doubleLiteral(text, value);
  return typedLiteral(Number.isNaN(value) ? "NaN" : value > 0 ? "INF" : "-INF", floatType);
}

/** A moment without seconds gets them, since XML Schema has none without. */
function dateTimeLiteral(text: string): Literal {
  const whole = wholeDateTime(text);
  return whole === undefined ? textLiteral(text) : typedLiteral(whole, dateTimeType);
}

/** One statement that a property makes: the keys from the outermost map inwards, and the value. */
export interface PropertyStatement {
  readonly keys: readonly string[];
  readonly value: Literal;
}

/** What a property says, flat: each item of a list by itself, each entry of a map under its own key below the property's. */
export function propertyStatements(key: string, value: PropertyValue): PropertyStatement[] {
  const statements: PropertyStatement[] = [];
  collect([key], value, statements);
  return statements;
}

function collect(keys: readonly string[], value: PropertyValue, statements: PropertyStatement[]): void {
  if (value.type === "list") {
    for (const item of value.items) collect(keys, item, statements);
  } else if (value.type === "map") {
    for (const [key, item] of value.entries) collect([...keys, key], item, statements);
  } else {
    const literal = valueLiteral(value);
    if (literal !== undefined) statements.push({ keys, value: literal });
  }
}
