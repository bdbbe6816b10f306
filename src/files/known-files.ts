/** What earlier reads have found out about the bytes of files, so that a later read need not find it out again. */
import type { TextEncodingName } from "../base/decode-text.ts";
import { type FileEntry, isTrusted } from "../storage/file-store.ts";

/** A place in a text file that begins a whole character. */
export interface TextPosition {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in code points. */
  readonly column: number;
  /** Bytes from the start of the file, byte order mark included. */
  readonly offset: number;
}

/** What is known of one file's bytes. Grows while the file is read. */
export interface KnownFile {
  /** The version that callers see, where it has been worked out. */
  version: string | undefined;
  /** Set once the file has been read as text. */
  text: KnownText | undefined;
}

/** What is known of a file as text. */
export interface KnownText {
  readonly encoding: TextEncodingName;
  readonly lineMap: LineMap;
  /** Set when a read saw the end. */
  totalLines: number | undefined;
}

/** Places in one file, in order and bounded in number, from which a read can start instead of at the top. */
export interface LineMap {
  /** Remembers a place that a scan has passed; most are not worth keeping. */
  add(position: TextPosition): void;
  /** The last known place that is not behind this line and column. */
  nearest(line: number, column: number): TextPosition;
}

/** {@link KnownFile}s by path and validator. */
export interface KnownFiles {
  /** What is known of the bytes that an entry describes, to be added to. Kept only for entries whose validator can be trusted. */
  of(entry: FileEntry): KnownFile;
  /** The entry that a path had when it was last asked for, with what is known of it; only what was read can be behind the path still. */
  last(path: string): { readonly entry: FileEntry; readonly file: KnownFile } | undefined;
}

/** First distance between places in bytes; it doubles each time that the map is full. */
const firstSpacing = 64 * 1024;
const maximumPlaces = 2_048;

/** A map that knows only where the text begins: after a byte order mark of `markBytes` bytes. */
export function createLineMap(markBytes: number): LineMap {
  let places: TextPosition[] = [{ line: 1, column: 1, offset: markBytes }];
  let spacing = firstSpacing;
  return {
    add(position): void {
      if (position.offset < (places.at(-1) as TextPosition).offset + spacing) return;
      places.push(position);
      if (places.length <= maximumPlaces) return;
      places = places.filter((_, index) => index % 2 === 0);
      spacing *= 2;
    },
    nearest(line, column): TextPosition {
      let low = 0;
      let high = places.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        const place = places[middle] as TextPosition;
        if (place.line < line || (place.line === line && place.column <= column)) low = middle;
        else high = middle - 1;
      }
      return places[low] as TextPosition;
    },
  };
}

/**
 * A memory of at most `maximumFiles` files (default 256), least recently used first out; a file costs at most about 120 KB, and
 * that only when it is huge.
 */
export function createKnownFiles({ maximumFiles = 256 }: { readonly maximumFiles?: number } = {}): KnownFiles {
  const files = new Map<string, { readonly entry: FileEntry; readonly file: KnownFile }>();
  let newest: string | undefined;
  return {
    of(entry): KnownFile {
      const known = files.get(entry.path);
      // Moving it to the end again and again would leave a trail of garbage that grows old.
      if (known?.entry.validator === entry.validator && entry.path === newest) return known.file;
      const file = known?.entry.validator === entry.validator ? known.file : { version: undefined, text: undefined };
      files.delete(entry.path);
      newest = undefined;
      if (!isTrusted(entry)) return file;
      newest = entry.path;
      files.set(entry.path, { entry, file });
      const oldest = files.keys().next();
      if (files.size > maximumFiles && oldest.done === false) files.delete(oldest.value);
      return file;
    },
    last: (path) => files.get(path),
  };
}

/** Knowledge that lasts for one call. */
export const nothingKnown: KnownFiles = { of: () => ({ version: undefined, text: undefined }), last: () => undefined };
