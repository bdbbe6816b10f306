/** How documents are numbered: by their paths in the graph, and by numbers that they keep from one graph to the next in the table of files. */

/** The order of a graph's documents. */
export interface DocumentOrder {
  /** By position in `KnowledgeGraph.documents`: the number in the table of files. */
  readonly files: Int32Array;
  /** By number in the table of files: the position; −1 for files that are no documents. */
  readonly positions: Int32Array;
}

/** The order of documents that have these numbers, of which none is as high as `end`. */
export function documentOrder(files: Int32Array, end: number): DocumentOrder {
  const positions = new Int32Array(end).fill(-1);
  for (let index = 0; index < files.length; index++) positions[files[index] as number] = index;
  return { files, positions };
}
