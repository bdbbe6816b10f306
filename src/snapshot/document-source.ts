/** What a parser is given of one file. */
import type { LogicalPath } from "../base/logical-path.ts";

/** A file to be parsed: its decoded text without a byte order mark, the hash and the number of its bytes. */
export interface DocumentSource {
  readonly path: LogicalPath;
  readonly text: string;
  readonly sha256: string;
  readonly byteLength: number;
}
