/** Asks satteri for the text of a node, and adds what it leaves out. */
import { type MatchedNodes, nodeType } from "./node-matched-nodes.ts";

/** What there is of a tree. */
export interface NativeTree {
  readonly nodes: MatchedNodes;
  /** The text of a node by its number: that of its descendants, images by their alternative text, no HTML. */
  readonly textOf: (id: number) => string;
}

/** The text of the node at `index`, and whether it was put together from its children, since there are line breaks or images by reference. */
export function nativeText(tree: NativeTree, index: number): { text: string; isAssembled: boolean } {
  const { nodes, textOf } = tree;
  const types = Array.from({ length: nodes.childCount }, (_, child) => nodes.childType(child));
  if (!types.includes(nodeType.break) && !types.includes(nodeType.imageReference)) {
    return { text: textOf(nodes.id), isAssembled: false };
  }
  const children = types.map((type, child) => ({ type, id: nodes.numberAt(nodes.childPlace(child)) }));
  let text = "";
  for (const { type, id } of children) {
    if (type === nodeType.break) text += "\n";
    else if (type === nodeType.imageReference) text += alternativeOf(nodes, id, index);
    else text += textOf(id);
  }
  return { text, isAssembled: true };
}

/** The alternative text of an image that comes after the node at `index`, to which the nodes are moved back. */
function alternativeOf(nodes: MatchedNodes, id: number, index: number): string {
  let text = "";
  for (let place = index + 1; place < nodes.count; place += 1) {
    nodes.move(place);
    if (nodes.id !== id) continue;
    text = nodes.alternative;
    break;
  }
  nodes.move(index);
  return text;
}
