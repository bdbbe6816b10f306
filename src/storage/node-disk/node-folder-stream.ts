/** Reads the names in one folder bit by bit, for folders of which not all names can be held. */
import { type Dir, type Dirent, opendirSync } from "node:fs";
import type { Directory } from "./node-directory.ts";
import { addBytes, addEntry, type FolderContent, isDoubtful } from "./node-folder-content.ts";

/** Goes through the folder once for each, and takes its own names: what comes first, all others, those whose bytes must be seen. */
type Round = "first" | "others" | "bytes";

/** Names that the system is asked for at a time. */
const namesPerCall = 256;

/** Gives every name once, in no order. The folder must stay held as long. Close it, unless it has come to its end. */
export class FolderStream {
  readonly #prefix: string;
  readonly #isFirst: ((name: string) => boolean) | undefined;
  #round: Round;
  #open: Dir | undefined;
  #hasDoubtful = false;
  #ended = false;

  /** @param isFirst Whether the file of a name is to come before all others; costs another look through the folder. */
  constructor(folder: Directory, isFirst?: (name: string) => boolean) {
    this.#prefix = folder.prefix;
    this.#isFirst = isFirst;
    this.#round = isFirst === undefined ? "others" : "first";
  }

  /** Whether all names have been given. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Looks at up to `maximum` further names, and gives those whose turn it is, which may be none. Each look through the folder ends a
   * call, so that none is lost when the next one can't begin for want of a descriptor: repeat the call then.
   */
  read(maximum: number): FolderContent {
    const content: FolderContent = { names: [], unlisted: [] };
    if (this.#ended) return content;
    this.#open ??= this.#start();
    for (let count = 0; count < maximum; count++) {
      const dirent = this.#open.readSync();
      if (dirent === null) {
        this.#endRound();
        break;
      }
      this.#take(dirent, content);
    }
    return content;
  }

  close(): void {
    this.#open?.closeSync();
    this.#open = undefined;
    this.#ended = true;
  }

  #start(): Dir {
    // Node gives the names as buffers then, which its types do not know.
    const encoding = this.#round === "bytes" ? ("buffer" as BufferEncoding) : "utf8";
    return opendirSync(this.#prefix, { bufferSize: namesPerCall, encoding });
  }

  #take(dirent: Dirent | Dirent<Buffer>, content: FolderContent): void {
    const { name } = dirent;
    if (typeof name !== "string") {
      if (isDoubtful(name.toString("utf8"))) addBytes(content, dirent as Dirent<Buffer>);
    } else if (isDoubtful(name)) {
      this.#hasDoubtful = true;
    } else if ((this.#isFirst !== undefined && dirent.isFile() && this.#isFirst(name)) === (this.#round === "first")) {
      addEntry(content, dirent, name);
    }
  }

  #endRound(): void {
    this.#open?.closeSync();
    this.#open = undefined;
    if (this.#round === "first") this.#round = "others";
    else if (this.#round === "others" && this.#hasDoubtful) this.#round = "bytes";
    else this.#ended = true;
  }
}
