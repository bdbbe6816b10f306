/** The characters that entities stand for: numbers, letters, and the signs that people write by name. */

/** Accents behind the letter that they stand on, as in `eacute`. */
const accents: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  macr: "\u0304",
  breve: "\u0306",
  dot: "\u0307",
  uml: "\u0308",
  ring: "\u030a",
  dblac: "\u030b",
  caron: "\u030c",
  cedil: "\u0327",
  ogon: "\u0328",
};
const accented = /^([A-Za-z])(grave|acute|circ|tilde|macr|breve|dot|uml|ring|dblac|caron|cedil|ogon)$/;

/** Names and characters by turns. */
const written =
  "amp & lt < gt > quot \" apos ' excl ! num # dollar $ percnt % lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ; " +
  "equals = quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^ lowbar _ grave ` lcub { lbrace { vert | verbar | rcub } rbrace } " +
  'AMP & LT < GT > QUOT " iexcl ¡ cent ¢ pound £ curren ¤ yen ¥ brvbar ¦ sect § copy © COPY © laquo « not ¬ reg ® REG ® deg ° plusmn ± ' +
  "sup1 ¹ sup2 ² sup3 ³ para ¶ middot · raquo » frac14 ¼ frac12 ½ frac34 ¾ iquest ¿ times × divide ÷ ordf ª ordm º micro µ " +
  "AElig Æ ETH Ð Oslash Ø THORN Þ szlig ß aelig æ eth ð oslash ø thorn þ Dstrok Đ dstrok đ Hstrok Ħ hstrok ħ Lstrok Ł lstrok ł Tstrok Ŧ " +
  "tstrok ŧ ENG Ŋ eng ŋ IJlig Ĳ ijlig ĳ OElig Œ oelig œ imath ı inodot ı kgreen ĸ Lmidot Ŀ lmidot ŀ fnof ƒ ndash – mdash — horbar ― " +
  "lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … mldr … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › " +
  "oline ‾ euro € trade ™ TRADE ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ lArr ⇐ rArr ⇒ hArr ⇔ minus − infin ∞ asymp ≈ ne ≠ le ≤ ge ≥ check ✓ " +
  "Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ " +
  "Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ " +
  "omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω " +
  "Acy А Bcy Б Vcy В Gcy Г Dcy Д IEcy Е IOcy Ё ZHcy Ж Zcy З Icy И Jcy Й Kcy К Lcy Л Mcy М Ncy Н Ocy О Pcy П Rcy Р Scy С Tcy Т Ucy У Fcy Ф " +
  "KHcy Х TScy Ц CHcy Ч SHcy Ш SHCHcy Щ HARDcy Ъ Ycy Ы SOFTcy Ь Ecy Э YUcy Ю YAcy Я DJcy Ђ GJcy Ѓ Jukcy Є DScy Ѕ Iukcy І YIcy Ї Jsercy Ј " +
  "LJcy Љ NJcy Њ TSHcy Ћ KJcy Ќ Ubrcy Ў DZcy Џ acy а bcy б vcy в gcy г dcy д iecy е iocy ё zhcy ж zcy з icy и jcy й kcy к lcy л mcy м ncy н " +
  "ocy о pcy п rcy р scy с tcy т ucy у fcy ф khcy х tscy ц chcy ч shcy ш shchcy щ hardcy ъ ycy ы softcy ь ecy э yucy ю yacy я djcy ђ gjcy ѓ " +
  "jukcy є dscy ѕ iukcy і yicy ї jsercy ј ljcy љ njcy њ tshcy ћ kjcy ќ ubrcy ў dzcy џ";

/** Blanks and invisible characters, which would not survive in a list of words. */
const blanks: readonly (readonly [name: string, character: string])[] = [
  ["nbsp", "\u00a0"],
  ["NonBreakingSpace", "\u00a0"],
  ["ensp", "\u2002"],
  ["emsp", "\u2003"],
  ["thinsp", "\u2009"],
  ["hairsp", "\u200a"],
  ["shy", "\u00ad"],
  ["zwnj", "\u200c"],
  ["zwj", "\u200d"],
  ["ZeroWidthSpace", "\u200b"],
  ["NoBreak", "\u2060"],
  ["Tab", " "],
  ["NewLine", " "],
];

let named: ReadonlyMap<string, string> | undefined;

/** Made when the first entity is met: most documents have none. */
function makeNamed(): ReadonlyMap<string, string> {
  const words = written.split(" ");
  const found = new Map(blanks);
  for (let index = 0; index < words.length; index += 2) found.set(words[index] as string, words[index + 1] as string);
  return found;
}

/**
 * What an entity stands for, given without `&` and `;`: `eacute`, `#233`, `#xE9`. `undefined` for a name that is none, or one of the
 * many signs of mathematics, which nobody searches for. Line breaks are blanks, so that lines stay what they are.
 */
export function decodeEntity(entity: string): string | undefined {
  if (entity.charCodeAt(0) === 35) return decodeNumber(entity);
  named ??= makeNamed();
  const known = named.get(entity);
  if (known !== undefined) return known;
  const [, letter, accent] = accented.exec(entity) ?? [];
  if (letter === undefined) return undefined;
  const composed = (letter + accents[accent as string]).normalize("NFC");
  return composed.length === 1 ? composed : undefined;
}

function decodeNumber(entity: string): string {
  const hexadecimal = (entity.charCodeAt(1) | 32) === 120;
  const code = hexadecimal ? Number.parseInt(entity.slice(2), 16) : Number.parseInt(entity.slice(1), 10);
  if (code < 32 || (code >= 127 && code < 160)) return code === 0 ? "\ufffd" : " ";
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}
