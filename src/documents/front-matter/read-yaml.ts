/** Reads a YAML block: the plain reader first, the full parser for what that one gives up on. */
import { Composer, type CST, isMap, Lexer, type ParsedNode, Parser } from "yaml";
import { type BlockReading, emptyReading, type InvalidReading, maximumDepth, tooDeep } from "./block-reading.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";
import { readYamlNodes } from "./yaml-nodes.ts";

/** Reads a YAML source. Lone carriage returns must have been replaced by line feeds. */
export function readYaml(source: string): BlockReading {
  return readPlainYaml(source) ?? readFullYaml(source);
}

/** A line that looks like a key; a block without one that does not parse is prose. */
const keyLine = /^[\t ]*[^\s#:-][^:\r\n]*:(?:[\t ]|$)/m;

/** Reads a YAML source with the full parser alone. */
export function readFullYaml(source: string): BlockReading {
  const tokens = tokensOf(source);
  if (!Array.isArray(tokens)) return tokens;
  const [document, another] = new Composer({
    version: "1.2",
    schema: "core",
    // Keys are compared by our own code in linear time; tags outside the core schema are reported instead of resolved.
    uniqueKeys: false,
    resolveKnownTags: false,
    merge: false,
    logLevel: "silent",
  }).compose(tokens, true, source.length);
  const contents = (document?.contents ?? null) as ParsedNode | null;
  const error = document?.errors[0];
  if (error !== undefined) {
    if (!isMap(contents) && !keyLine.test(source)) return { kind: "other" };
    return { kind: "invalid", message: `${error.message.replace(/\.$/, "")}.`, offset: error.pos[0] };
  }
  if (another !== undefined) {
    return { kind: "invalid", message: "A second YAML document begins here.", offset: another.range[0] };
  }
  if (contents === null) return emptyReading();
  return isMap(contents) ? readYamlNodes(contents, source) : { kind: "other" };
}

/** The syntax tokens of a source; it is given up as soon as they nest too deeply, which the composer could not stand. */
function tokensOf(source: string): CST.Token[] | InvalidReading {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(source)) {
    tokens.push(...parser.next(lexeme));
    // Beside collections the stack holds the document and the scalar that is being read.
    if (parser.stack.length > maximumDepth + 2) return tooDeep(parser.offset);
  }
  tokens.push(...parser.end());
  return tokens;
}
