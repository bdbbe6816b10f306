/** Parsed documents that are kept from one question to the next, so that only what changed is read and parsed again. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";

/**
 * Kept work, found by content: an entry can be missing, never wrong. Whoever implements it may forget anything at any time.
 */
export interface KeptDocuments {
  /** The parse of the file with this path and hash. */
  get(key: { readonly path: LogicalPath; readonly sha256: string }): MarkdownDocument | undefined;
  /** The parse of the bytes that a listing entry described by this validator. Only asked for validators that can be trusted. */
  getByValidator(key: { readonly path: LogicalPath; readonly validator: string }): MarkdownDocument | undefined;
  /** Keeps a parse; `validator` is left out where it can't be trusted. */
  put(document: MarkdownDocument, validator: string | undefined): void;
}

/** Bytes of kept work when no bound is given. */
const defaultMaximumBytes = 512 * 1024 * 1024;

/** What a document costs besides its text, and what one of its parts does; rough figures that err to the high side. */
const bytesPerDocument = 2_000;
const bytesPerPart = 250;

interface Kept {
  readonly document: MarkdownDocument;
  validator: string | undefined;
  readonly bytes: number;
}

/** Keeps documents in memory, one a path, up to about `maximumBytes` (default 512 MiB); the least recently used goes first. */
export function createKeptDocuments({
  maximumBytes = defaultMaximumBytes,
}: {
  readonly maximumBytes?: number | undefined;
} = {}): KeptDocuments {
  const kept = new Map<LogicalPath, Kept>();
  let total = 0;

  function forget(path: LogicalPath): void {
    total -= kept.get(path)?.bytes ?? 0;
    kept.delete(path);
  }

  function use(path: LogicalPath, entry: Kept): MarkdownDocument {
    kept.delete(path);
    kept.set(path, entry);
    return entry.document;
  }

  return {
    get({ path, sha256 }) {
      const entry = kept.get(path);
      return entry?.document.sha256 === sha256 ? use(path, entry) : undefined;
    },
    getByValidator({ path, validator }) {
      const entry = kept.get(path);
      return entry?.validator === validator ? use(path, entry as Kept) : undefined;
    },
    put(document, validator) {
      forget(document.path);
      const bytes = sizeOf(document);
      if (bytes > maximumBytes) return;
      kept.set(document.path, { document, validator, bytes });
      total += bytes;
      for (const path of kept.keys()) {
        if (total <= maximumBytes) break;
        forget(path);
      }
    },
  };
}

function sizeOf(document: MarkdownDocument): number {
  const parts =
    document.sections.length +
    document.links.length +
    document.properties.length +
    document.tags.length +
    document.anchors.length +
    document.tasks.length +
    document.observations.length +
    document.hidden.length;
  return bytesPerDocument + document.text.length * 2 + parts * bytesPerPart;
}
