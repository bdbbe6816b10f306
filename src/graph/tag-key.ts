/** Tags as keys: equal without case, nested by `/`. */
import { foldedForm } from "./resolve/name-forms.ts";

/** The form in which a tag is compared: lower case, NFC, without empty segments. `""` for a tag that names nothing. */
export function tagKey(name: string): string {
  const key = foldedForm(name);
  if (!key.includes("/") && key.trim() === key) return key;
  return segmentsOf(key).join("/");
}

/** A tag as people read it: the segments as written. */
export function tagLabel(name: string): string {
  return segmentsOf(name).join("/");
}

/** The key of the tag that a nested tag is below; `undefined` for one at the top. */
export function parentTagKey(key: string): string | undefined {
  const slash = key.lastIndexOf("/");
  return slash === -1 ? undefined : key.slice(0, slash);
}

/** Whether a tag is `ancestor` or nested in it, by whole segments. Both are keys. */
export function isTagWithin(key: string, ancestor: string): boolean {
  return key === ancestor || key.startsWith(`${ancestor}/`);
}

function segmentsOf(name: string): string[] {
  return name
    .split("/")
    .map((segment) => segment.trim())
    .filter((segment) => segment !== "");
}
