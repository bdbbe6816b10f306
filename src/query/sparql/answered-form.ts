/** The lexical form in which a literal is answered. */
import { doubleForm } from "../../graph/double-form.ts";
import { iriOf } from "../../graph/prefixes.ts";

const doubleType = iriOf("xsd:double");

/** The engine writes doubles in a form of its own (`1500`); here they have the one that exports have. */
export function answeredForm(value: string, datatype: string): string {
  if (datatype !== doubleType || value === "") return value;
  const number = Number(value);
  return Number.isFinite(number) ? doubleForm(number) : value;
}
