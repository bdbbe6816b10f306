/** Property values as JSON has them. */
import type { PropertyValue } from "./markdown-document.ts";

/** A property's value as JSON has it. What JSON's numbers can't hold exactly, or not at all, stays text. */
export function plainValue(value: PropertyValue): unknown {
  switch (value.type) {
    case "list":
      return value.items.map(plainValue);
    case "map":
      // Pairs become own fields one by one, so that a key like `__proto__` is a field as any other.
      return Object.fromEntries([...value.entries].map(([key, item]) => [key, plainValue(item)]));
    case "integer":
      return Number.isSafeInteger(value.value) ? value.value : value.text;
    case "decimal":
    case "double":
    case "float":
      return Number.isFinite(value.value) ? value.value : value.text;
    default:
      return value.value;
  }
}
