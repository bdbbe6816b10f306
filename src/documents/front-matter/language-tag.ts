/** Language tags by BCP 47. */

/** `language[-extlang][-script][-region][-variant]…[-extension]…[-x-private]`; names of languages have two or three letters. */
const wellFormed =
  /^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+)$/i;

/** Tags of the time before the form was fixed, still valid. */
const grandfathered: ReadonlySet<string> = new Set(
  "art-lojban cel-gaulish en-gb-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu no-bok no-nyn sgn-be-fr sgn-be-nl sgn-ch-de zh-guoyu zh-hakka zh-min zh-min-nan zh-xiang".split(
    " ",
  ),
);

/** The tag that a text names, `_` read as `-`; `undefined` when it is none. The case is kept. */
export function readLanguageTag(text: string): string | undefined {
  const tag = text.trim().replaceAll("_", "-");
  if (tag.length > 100) return undefined;
  return wellFormed.test(tag) || grandfathered.has(tag.toLowerCase()) ? tag : undefined;
}
