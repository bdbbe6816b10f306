/** The methods of a file context that change files, and what they take. */
import type { EditedSection, SectionEdit } from "../documents/edits/edit-section.ts";
import type { SectionContent, SectionRequest } from "../documents/edits/read-section.ts";
import type { EditedProperty } from "../documents/edits/set-property.ts";
import type { YamlValue } from "../documents/edits/yaml-text.ts";
import type { RemovedFile, WriteContentOptions, WrittenContent } from "../files/edits/change-file.ts";
import type { ChangedFile, ChangeOptions } from "../files/edits/edit-file.ts";
import type { LineEdit } from "../files/edits/edit-lines.ts";
import type { ReplacedText, Replacement } from "../files/edits/replace-text.ts";
import type { CallOptions } from "./context-options.ts";
import type { MovedFile, MoveFileOptions } from "./edits/move-file.ts";
import type { RepairedMove } from "./edits/move-journal.ts";

export type { SectionEditMode } from "../documents/edits/edit-section.ts";
export type { YamlValue } from "../documents/edits/yaml-text.ts";
export type {
  ChangedFile,
  LineEdit,
  MovedFile,
  RemovedFile,
  RepairedMove,
  Replacement,
  SectionContent,
  SectionEdit,
  WrittenContent,
};

/** What every method that changes files takes besides its own arguments. */
export interface EditOptions extends ChangeOptions, CallOptions {
  /**
   * Makes the call one that can be repeated: for 24 hours a call with the same key and arguments gives the first one's answer and writes
   * nothing; the same key with other arguments is `invalid_input`. At most 255 characters.
   */
  readonly idempotencyKey?: string | undefined;
}

/** A part of the answer to every change. */
export interface Repeatable {
  /** Present, and `true`, when the answer is that of an earlier call with the same `idempotencyKey`: this one has written nothing. */
  readonly repeated?: true;
}

/** What a write takes besides its content. */
export interface WriteOptions extends EditOptions, Pick<WriteContentOptions, "overwrite"> {}

/** What a move takes besides its two paths. */
export interface MoveOptions extends EditOptions, Pick<MoveFileOptions, "updateLinks"> {}

/** What a read of a section takes besides its heading. */
export interface ReadSectionOptions extends CallOptions, Pick<SectionRequest, "subsections"> {
  /** This version or `version_conflict`. */
  readonly version?: string | undefined;
}

/**
 * Each writes its file only over what it has read or over `ifVersion`; `version_conflict` tells the present version. Without `ifVersion`, an
 * edit that fits what others have written meanwhile is made on that: `append`, `replace`, `setProperty`, `replaceLines` where each edit has
 * its `expectedLine`, `insert` at the top, and `editSection` that appends or prepends.
 * They need the permission `write` (`delete` for deleting and for moving away), else `permission_denied`.
 */
export interface EditMethods {
  /** Writes a whole file; an existing one only with `overwrite` or `ifVersion`. */
  write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<WrittenContent & Repeatable>;
  /** Deletes a file. A missing one is a value: `deleted: false`, with near names. */
  delete(path: string, options?: EditOptions): Promise<RemovedFile & Repeatable>;
  /** Replaces text, literally; several replacements in order, all or none. */
  replace(
    path: string,
    edits: Replacement | readonly Replacement[],
    options?: EditOptions,
  ): Promise<ChangedFile & Repeatable & Pick<ReplacedText, "replacements">>;
  /** Replaces or removes lines by their numbers, all or none. Without `ifVersion` or `expectedLine` the numbers may be outdated. */
  replaceLines(path: string, edits: readonly LineEdit[], options?: EditOptions): Promise<ChangedFile & Repeatable>;
  /** Inserts whole lines after a line; 0 is the top. */
  insert(path: string, afterLine: number, content: string, options?: EditOptions): Promise<ChangedFile & Repeatable>;
  /** Puts content at the end, on a line of its own; makes the file if it is missing. */
  append(path: string, content: string, options?: EditOptions): Promise<ChangedFile & Repeatable>;
  /**
   * Moves a file and rewrites the links that lead to it, and its own relative ones. What fails is named in `failed`, and why the
   * record of the move could not be taken out in `recordLeft`; a process that dies on the way leaves a record, and the next context that may
   * write and delete finishes the move or takes it back.
   */
  move(path: string, to: string, options?: MoveOptions): Promise<MovedFile & Repeatable>;
  /** Finishes or takes back the moves that processes have left unfinished. Done at the start of every context that may move. */
  repair(options?: CallOptions): Promise<readonly RepairedMove[]>;
  /** Replaces or adds to the content of one section or block of a Markdown file. */
  editSection(
    path: string,
    edit: SectionEdit,
    options?: EditOptions,
  ): Promise<ChangedFile & Repeatable & Pick<EditedSection, "heading">>;
  /** Reads one section or block of a Markdown file, at most `maximumRangeReadBytes` of it. */
  readSection(path: string, heading: SectionRequest["heading"], options?: ReadSectionOptions): Promise<SectionAnswer>;
  /** Whether a change with this idempotency key was made for this caller and its answer is kept, so that a repeat writes nothing. */
  isAnswered(idempotencyKey: string, options?: CallOptions & { readonly actor?: string | undefined }): Promise<boolean>;
  /** Sets one key of the YAML front matter; `null` removes it. */
  setProperty(
    path: string,
    key: string,
    value: YamlValue,
    options?: EditOptions,
  ): Promise<ChangedFile & Repeatable & Pick<EditedProperty, "key">>;
}

/** A section with the file that it is in. */
export type SectionAnswer = SectionContent & { readonly path: string; readonly version: string };
