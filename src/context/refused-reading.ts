/** What a context that may not read has in the place of its methods that do. */
import { GraphdownError } from "../base/errors.ts";

/** Methods of the same names that are all `permission_denied`; those that give something to iterate are so when it is iterated. */
export function refusedReading<Methods extends object>(methods: Methods): Methods {
  const refused = Object.keys(methods).map((name) => [name, iterating.has(name) ? refuseLater(name) : refuse(name)]);
  return Object.fromEntries(refused) as Methods;
}

const iterating: ReadonlySet<string> = new Set(["quads", "watch"]);

function refuse(name: string): () => Promise<never> {
  return () => Promise.reject(readingIsOff(name));
}

function refuseLater(name: string): () => AsyncIterable<never> {
  return () => ({ [Symbol.asyncIterator]: () => ({ next: refuse(name) }) });
}

function readingIsOff(name: string): GraphdownError {
  return new GraphdownError({
    code: "permission_denied",
    message: `${name} reads files, and that is switched off here.`,
    details: { reason: "reading_disabled" },
    next: "Whoever runs this enables it with permissions: { read: true }, which is the default.",
  });
}
