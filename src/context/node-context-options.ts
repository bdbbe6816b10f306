/** What a file context takes on Node besides what it takes everywhere. */
import type { FileStore } from "../storage/file-store.ts";
import type { S3Access } from "../storage/s3/parse-s3-location.ts";
import type { FileContextOptions } from "./context-options.ts";

/** How a file context is made on Node. Give `location` or `store`. */
export interface NodeFileContextOptions extends Omit<FileContextOptions, "store"> {
  /** A folder, `git:folder@revision`, `s3://bucket/prefix?endpoint=…&region=…`, or `memory:`. */
  readonly location?: string | undefined;
  /**
   * The folder as it is at this revision of its git repository, such as `main` or `HEAD~3`, read-only; looked up anew for each question.
   * Nothing is kept for later processes then. Default: the folder as it is on disk.
   */
  readonly revision?: string | undefined;
  readonly store?: FileStore | undefined;
  /** Credentials of a bucket that `location` names, and where it is when the location does not say so. Nothing is kept for it in `cacheFolder`. */
  readonly s3?: S3Access | undefined;
  /**
   * A folder of this user in which what questions build is kept for later processes: what parsing found, by the hash of each file, not
   * the texts. It is made with mode 0700 when something is first kept, and held below 2 GiB; everything in it can be deleted at any time.
   * Without effect for a `store`, `memory:` and `visibleFolders`. Default: nothing is kept.
   */
  readonly cacheFolder?: string | undefined;
  /** Told once when nothing can be kept in `cacheFolder`, for example on a full disk. Answers do not depend on it. */
  readonly onCacheFailure?: ((cause: unknown) => void) | undefined;
  /**
   * Answer questions about the graph in a thread of its own, so that a server stays free for others meanwhile. Without effect where there is
   * no folder that another thread could open, or an `engine` or `visibleFolders` that it could not get. Default `false`.
   */
  readonly thread?: boolean | undefined;
  /**
   * Threads that help to read and parse where thousands of files have to be: a whole number from 0 to 16. They end with the work. One that
   * fails or can't be started is told as a warning of the process, and its files are parsed without it. Without effect where `thread` would have none. Default:
   * 3 for 20,000 files and more on at least 4 processors, else none; a number that is given is used from 2,000 files on.
   */
  readonly parsingThreads?: number | undefined;
}
