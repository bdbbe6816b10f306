/** The form in which the graph has a number with an exponent. */

/** A finite number as XML Schema's canonical double, such as `1.5E3`: JSON-LD processors rewrite every other form to it. */
export function doubleForm(value: number): string {
  return value.toExponential(15).replace(/(\d)0*e\+?/, "$1E");
}
