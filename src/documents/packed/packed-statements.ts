/** What front matter says of the graph, to bytes and back. */
import type { GraphStatement, StatementObject } from "../markdown-document.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { readOptional, readText, readValue, writeOptional, writeText, writeValue } from "./packed-values.ts";

/** Facts of a statement as bits of one number. */
const bit = { subject: 1, unlessNote: 2, link: 4, iri: 8 } as const;

export function writeStatement(to: ByteWriter, { subject, predicate, object, unlessNote }: GraphStatement): void {
  const kind = "link" in object ? bit.link : "iri" in object ? bit.iri : 0;
  to.number((subject === undefined ? 0 : bit.subject) | (unlessNote === true ? bit.unlessNote : 0) | kind);
  if (subject !== undefined) to.number(subject);
  to.text(predicate);
  if ("link" in object) to.number(object.link);
  else if ("iri" in object) to.text(object.iri);
  else {
    writeValue(to, object.value);
    writeOptional(to, object.datatype, writeText);
  }
}

export function readStatement(from: ByteReader): GraphStatement {
  const bits = from.number();
  const subject = (bits & bit.subject) === 0 ? {} : { subject: from.number() };
  const predicate = from.text();
  const object = readObject(from, bits);
  return { ...subject, predicate, object, ...((bits & bit.unlessNote) === 0 ? {} : { unlessNote: true as const }) };
}

function readObject(from: ByteReader, bits: number): StatementObject {
  if ((bits & bit.link) !== 0) return { link: from.number() };
  if ((bits & bit.iri) !== 0) return { iri: from.text() };
  const value = readValue(from);
  const datatype = readOptional(from, readText);
  return datatype === undefined ? { value } : { value, datatype };
}
