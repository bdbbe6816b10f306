/** Keeps tools from the configuration that decides what they may do. */
import { isAbsolute, relative, resolve, sep } from "node:path";

/** The names to deny so that nothing touches `file` through a location: none where it lies elsewhere. */
export function deniedConfiguration(
  file: string,
  { location, prefix = "" }: { readonly location: string; readonly prefix?: string | undefined },
): readonly string[] {
  const path = relative(resolve(location, prefix), file);
  return path === "" || path.startsWith("..") || isAbsolute(path) ? [] : [path.split(sep).join("/")];
}
