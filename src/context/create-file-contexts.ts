/** Several named knowledge bases at once. */
import type { FileContext } from "./file-context.ts";

/**
 * Makes a file context for each name, one after the other. When one can't be made, those before it are closed again and its error is
 * thrown.
 */
export async function createFileContexts<Options, Name extends string>(
  workspaces: Readonly<Record<Name, Options>>,
  create: (options: Options & { readonly workspace: string }) => Promise<FileContext>,
): Promise<Record<Name, FileContext>> {
  const contexts = new Map<string, FileContext>();
  try {
    for (const [name, options] of Object.entries<Options>(workspaces))
      contexts.set(name, await create({ ...options, workspace: name }));
  } catch (cause) {
    // What closing would say is of no use to somebody who got nothing.
    await Promise.allSettled(Array.from(contexts.values(), (context) => context.close()));
    throw cause;
  }
  return Object.fromEntries(contexts) as Record<Name, FileContext>;
}
