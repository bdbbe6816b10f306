/** An example as it is and in other surroundings. */
export function variants(text: string): string[] {
  return [
    text,
    text.replaceAll("\n", "\r\n"),
    text.trimEnd(),
    `> ${text.replaceAll("\n", "\n> ")}`,
    `- ${text.replaceAll("\n", "\n  ")}`,
    `é${text}`,
    `# ${text}`,
    `[x]: /y\n\n${text}\n\n[x]`,
  ];
}
