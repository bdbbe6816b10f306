/** Logical paths: the one dialect in which every tool, face and backend names files. */

declare const logicalPath: unique symbol;

/** A checked path relative to the prefix, with `/` between segments. Made only by `parseLogicalPath` and `joinPath`. */
export type LogicalPath = string & { readonly [logicalPath]: true };

/** A folder: a logical path, or `""` for the root of the prefix. */
export type DirectoryPath = LogicalPath | "";
