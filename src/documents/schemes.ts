/** Schemes of link targets: which lead out of the knowledge base, and which are slips of the pen. */

/**
 * Schemes that mean the same to every reader: the web, mail and telephony, file transfer, and names that do not depend on a machine or an
 * application; and the cross-references of DocFX. All others (`obsidian:`, `file:`, `C:`) are external too, but said in a diagnostic.
 */
const worldwide: ReadonlySet<string> = new Set(
  (
    "http https ws wss ftp sftp mailto news nntp irc ircs xmpp matrix sip sips tel sms geo magnet urn doi info did " +
    "ipfs ipns git ssh svn webcal feed gopher gemini dns ldap ldaps tag ni nih bitcoin ethereum cid mid xref"
  ).split(" "),
);

const common: readonly string[] = ["http", "https", "ftp", "mailto"];

/**
 * The names within one edit of a common scheme that IANA has registered ("Uniform Resource Identifier (URI) Schemes", permanent,
 * provisional and historical), so that they are no slips.
 */
const registeredNeighbours: ReadonlySet<string> = new Set(["sftp", "tftp", "xftp", "shttp", "dhttp", "pttp"]);

/** The scheme of a target in lower case, without its colon; `undefined` when it has none. */
export function schemeOf(target: string): string | undefined {
  if (!isLetter(target.charCodeAt(0))) return undefined;
  for (let index = 1; index < target.length; index++) {
    const unit = target.charCodeAt(index);
    if (unit === 58) return target.slice(0, index).toLowerCase();
    if (!isLetter(unit) && !(unit >= 48 && unit <= 57) && unit !== 43 && unit !== 45 && unit !== 46) return undefined;
  }
  return undefined;
}

function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
}

/** What a scheme is to us: `known` to every reader, `foreign`, or `misspelt`, one edit away from a common one and not registered. */
export function kindOfScheme(scheme: string): "known" | "foreign" | "misspelt" {
  if (worldwide.has(scheme)) return "known";
  return registeredNeighbours.has(scheme) || intendedScheme(scheme) === undefined ? "foreign" : "misspelt";
}

/** The common scheme that is one edit (a character more, less, other, or two swapped) away. */
export function intendedScheme(scheme: string): string | undefined {
  return common.find((candidate) => isOneEditAway(scheme, candidate));
}

function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  if (a.length > b.length) return a.slice(same + 1) === b.slice(same);
  if (a.length < b.length) return a.slice(same) === b.slice(same + 1);
  if (a.slice(same + 1) === b.slice(same + 1)) return true;
  return a[same] === b[same + 1] && a[same + 1] === b[same] && a.slice(same + 2) === b.slice(same + 2);
}
