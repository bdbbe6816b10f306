/** A hostile or odd input, where it goes, and what must come of it. */
export interface ThreatCase {
  readonly id: string;
  readonly area: string;
  readonly input: Readonly<Record<string, unknown>> & { readonly kind: string };
  readonly required: Readonly<Record<string, unknown>> & { readonly outcome: string; readonly code?: string };
}

/** Text that an input describes by repetition: what comes before, what is repeated, what comes after. */
export function generatedText(input: ThreatCase["input"]): string {
  const text = (name: string): string => String(input[name] ?? "");
  return `${text("prefix")}${text("repeat").repeat(Number(input["times"] ?? 0))}${text("suffix")}${text("rest")}`;
}
