/** Turns the nodes of a parsed YAML block into values, with bounds on depth and aliases. */
import { type Alias, isAlias, isMap, isScalar, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import type { PropertyValue } from "../markdown-document.ts";
import {
  type BlockReading,
  type BlockRemark,
  duplicateKey,
  type InvalidReading,
  maximumDepth,
  tooDeep,
  withoutHalfPairs,
} from "./block-reading.ts";
import { readScalar, textValue } from "./property-value.ts";

/** Aliases that one block may expand, and values that they may add in all. */
const maximumExpansions = 100;
const maximumExpandedValues = 10_000;

/** An anchored value and what one alias of it adds. `value` is absent while it is being read: an alias then is a cycle. */
interface Anchor {
  value?: PropertyValue;
  expansions: number;
  values: number;
}

interface Conversion {
  readonly source: string;
  readonly anchors: Map<string, Anchor>;
  readonly remarks: BlockRemark[];
  expansions: number;
  /** Values in all, those that aliases repeat included; and those alone. */
  values: number;
  expandedValues: number;
  fault?: InvalidReading;
}

const nothing: PropertyValue = { type: "null", value: null, text: "" };

/** The values of a block whose root is a mapping. */
export function readYamlNodes(root: YAMLMap, source: string): BlockReading {
  const state: Conversion = { source, anchors: new Map(), remarks: [], expansions: 0, values: 0, expandedValues: 0 };
  const keyOffsets = new Map<string, number>();
  const value = readAnchored(root as YAMLMap.Parsed, state, () => readMap(root, state, 1, keyOffsets));
  if (state.fault !== undefined) return state.fault;
  const values = value.type === "map" ? value.entries : new Map<string, PropertyValue>();
  return { kind: "mapping", values, keyOffsets, remarks: state.remarks };
}

function readNode(node: ParsedNode | null, state: Conversion, depth: number): PropertyValue {
  state.values++;
  if (node === null || state.fault !== undefined) return nothing;
  if (isAlias(node)) return readAlias(node, state);
  return readAnchored(node, state, () => {
    if (isScalar(node)) return readScalarNode(node, state);
    if (depth > maximumDepth) return fail(state, tooDeep(node.range[0]));
    return isMap(node) ? readMap(node, state, depth) : readSequence(node as YAMLSeq.Parsed, state, depth);
  });
}

function fail(state: Conversion, fault: InvalidReading): PropertyValue {
  state.fault ??= fault;
  return nothing;
}

/** Reads a node; when it has an anchor, what its aliases will add is kept. */
function readAnchored(node: ParsedNode, state: Conversion, read: () => PropertyValue): PropertyValue {
  const name = isAlias(node) ? undefined : node.anchor;
  if (name === undefined) return read();
  const anchor: Anchor = { expansions: state.expansions, values: state.values };
  state.anchors.set(name, anchor);
  const value = read();
  anchor.value = value;
  anchor.expansions = state.expansions - anchor.expansions;
  anchor.values = state.values - anchor.values + 1;
  return value;
}

function readAlias(node: Alias.Parsed, state: Conversion): PropertyValue {
  const [offset] = node.range;
  const anchor = state.anchors.get(node.source);
  if (anchor === undefined) return fail(state, invalid(`The alias *${node.source} has no anchor.`, offset));
  if (anchor.value === undefined)
    return fail(state, invalid(`The alias *${node.source} stands inside its own value.`, offset));
  state.expansions += 1 + anchor.expansions;
  state.values += anchor.values;
  state.expandedValues += anchor.values;
  if (state.expansions > maximumExpansions || state.expandedValues > maximumExpandedValues) {
    return fail(state, invalid(`Aliases repeat more than ${maximumExpansions} values.`, offset));
  }
  return anchor.value;
}

function invalid(message: string, offset: number): InvalidReading {
  return { kind: "invalid", message, offset };
}

function readMap(node: YAMLMap, state: Conversion, depth: number, keyOffsets?: Map<string, number>): PropertyValue {
  const entries = new Map<string, PropertyValue>();
  for (const pair of node.items) {
    const key = pair.key as ParsedNode;
    const text = keyText(key, state);
    if (entries.has(text)) return fail(state, duplicateKey(text, key.range[0]));
    keyOffsets?.set(text, key.range[0]);
    entries.set(text, readNode(pair.value as ParsedNode | null, state, depth + 1));
    if (state.fault !== undefined) return nothing;
  }
  return unlessTagged(node as YAMLMap.Parsed, state, {
    type: "map",
    entries,
    text: textOf(node as YAMLMap.Parsed, state),
  });
}

function readSequence(node: YAMLSeq.Parsed, state: Conversion, depth: number): PropertyValue {
  const items: PropertyValue[] = [];
  for (const item of node.items) {
    items.push(readNode(item as ParsedNode, state, depth + 1));
    if (state.fault !== undefined) return nothing;
  }
  return unlessTagged(node, state, { type: "list", items, text: textOf(node, state) });
}

/** A key as text: of a scalar its own, of a collection its source. */
function keyText(key: ParsedNode, state: Conversion): string {
  if (isScalar(key)) return withoutHalfPairs(key.source ?? "");
  if (isAlias(key)) return readAlias(key, state).text;
  return withoutHalfPairs(textOf(key, state));
}

const scalarTags: Readonly<Record<string, readonly PropertyValue["type"][]>> = {
  "tag:yaml.org,2002:null": ["null"],
  "tag:yaml.org,2002:bool": ["boolean"],
  "tag:yaml.org,2002:int": ["integer"],
  "tag:yaml.org,2002:float": ["decimal", "double", "float"],
};
const textTag = "tag:yaml.org,2002:str";
/** `!` alone says that a value is not to be typed. */
const untyped = "!";

function readScalarNode(node: Scalar.Parsed, state: Conversion): PropertyValue {
  const text = withoutHalfPairs(node.source);
  const { tag } = node;
  if (tag === undefined) return node.type === "PLAIN" ? readScalar(text) : textValue(text);
  if (tag === textTag || tag === untyped) return textValue(text);
  const value = readScalar(text);
  const types = Object.hasOwn(scalarTags, tag) ? scalarTags[tag] : undefined;
  if (types?.includes(value.type) === true) return value;
  if (types?.includes("float") === true && value.type === "integer") return { ...value, type: "decimal" };
  return rejectTag(node, state, text);
}

/** The value of a collection, or its text where its tag is none of the core schema. */
function unlessTagged(node: YAMLMap.Parsed | YAMLSeq.Parsed, state: Conversion, value: PropertyValue): PropertyValue {
  const { tag } = node;
  if (tag === undefined || tag === untyped || tag === `tag:yaml.org,2002:${value.type === "map" ? "map" : "seq"}`)
    return value;
  return rejectTag(node, state, value.text);
}

function rejectTag(node: ParsedNode, state: Conversion, text: string): PropertyValue {
  const tag = node.tag ?? "";
  const message = `The tag ${tag} is not one of YAML's core schema, or does not fit its value; the value is kept as text.`;
  state.remarks.push({ kind: "yaml-tag", message, offset: node.range[0], text: tag });
  return textValue(text);
}

/** The source of a collection up to the end of its last value, without comments and blanks behind it. */
function textOf(node: ParsedNode, state: Conversion): string {
  const start = node.range[0];
  let end = endOf(node);
  while (end > start && isBlank(state.source.charCodeAt(end - 1))) end--;
  return withoutHalfPairs(state.source.slice(start, end));
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

function endOf(node: ParsedNode): number {
  if (isScalar(node) && node.type === "PLAIN" && node.source === "") return node.range[0];
  if (isScalar(node) || isAlias(node) || (node as YAMLMap.Parsed | YAMLSeq.Parsed).flow === true) return node.range[1];
  const last = (node as YAMLMap.Parsed | YAMLSeq.Parsed).items.at(-1);
  if (last === undefined) return node.range[1];
  if (!("key" in last)) return endOf(last as ParsedNode);
  return endOf((last.value ?? last.key) as ParsedNode);
}
