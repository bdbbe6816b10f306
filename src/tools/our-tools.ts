/** Tells our tools from others. */
const ours = new WeakSet<object>();

/** Remembers tools as ours; gives them back. */
export function declareOurs<Tool extends object>(tools: readonly Tool[]): readonly Tool[] {
  for (const tool of tools) ours.add(tool);
  return tools;
}

/** Whether a tool is the very object that our registry holds, and not one that only has its name. */
export function isOurs(tool: object): boolean {
  return ours.has(tool);
}
