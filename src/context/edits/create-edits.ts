/** Does what the methods that change files promise. Loaded with the first of them. */
import { decodeText, isBinary } from "../../base/decode-text.ts";
import { GraphdownError } from "../../base/errors.ts";
import type { HashFunction } from "../../base/hash.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { parseLogicalPath } from "../../base/logical-path.ts";
import { editSection } from "../../documents/edits/edit-section.ts";
import { readSection } from "../../documents/edits/read-section.ts";
import { setProperty } from "../../documents/edits/set-property.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import type { MarkdownEngine } from "../../documents/markdown-engine.ts";
import { parseDocument } from "../../documents/parse-document.ts";
import type { ParseOptions } from "../../documents/parse-options.ts";
import type { AccessRules } from "../../files/access.ts";
import { removeFile, writeContent } from "../../files/edits/change-file.ts";
import { type ChangedFile, type ChangeOptions, type EditFileRequest, editFile } from "../../files/edits/edit-file.ts";
import { appendText, insertLines, replaceLines } from "../../files/edits/edit-lines.ts";
import { readForEdit } from "../../files/edits/read-editable.ts";
import { replaceText } from "../../files/edits/replace-text.ts";
import { binaryFile } from "../../files/file-errors.ts";
import { type FileScope, resolveScope } from "../../files/file-scope.ts";
import { fileNotFound } from "../../files/near-names.ts";
import { KeyedQueue } from "../../storage/keyed-queue.ts";
import { createMeteredStore } from "../../storage/metered-store.ts";
import type { ContextSelection } from "../context-options.ts";
import type { EditMethods, EditOptions, Repeatable } from "../edit-contract.ts";
import type { Knowledge } from "../knowledge.ts";
import type { KnowledgeState } from "../knowledge-state.ts";
import { moveFile } from "./move-file.ts";
import { repairMoves } from "./move-journal.ts";
import { createRepeats, type RepeatableCall } from "./once.ts";

export interface EditSettings extends Pick<FileScope, "store"> {
  readonly limits: NonNullable<FileScope["limits"]>;
  readonly sha256: HashFunction;
  readonly access: AccessRules;
  readonly engine: () => Promise<MarkdownEngine>;
  readonly documents: Partial<ParseOptions>;
  readonly selection: ContextSelection;
  readonly knowledge: () => Promise<Knowledge>;
}

/** How a text is edited, and whether that fits what others write meanwhile as well. */
interface EditOfText<Facts extends object> extends Pick<EditFileRequest<Facts>, "edit" | "create"> {
  readonly fits?: boolean;
}

/** The methods without permissions, deadlines and repetition, which are checked before. */
export function createEdits(settings: EditSettings): EditMethods {
  const { store, limits, sha256, access, engine } = settings;
  const parseOptions = { maximumFrontMatterBytes: limits.maximumFrontMatterBytes, ...settings.documents };
  const scopeOf = ({ signal }: { readonly signal?: AbortSignal | undefined }): FileScope => ({
    // What goes on when a call is aborted is still done for the call.
    store: createMeteredStore(store, signal),
    limits,
    sha256,
    access,
    signal,
  });
  const about = (options: ChangeOptions & { readonly signal?: AbortSignal | undefined }): FileScope & ChangeOptions => {
    const { ifVersion, dryRun, metadata } = options;
    return { ...scopeOf(options), ifVersion, dryRun, metadata };
  };
  const parse = async (path: LogicalPath, text: string, bytes: Uint8Array): Promise<MarkdownDocument> =>
    parseDocument({
      path,
      text,
      sha256: sha256(bytes),
      byteLength: bytes.length,
      engine: await engine(),
      options: parseOptions,
    });
  const current = async (signal: AbortSignal | undefined): Promise<KnowledgeState | undefined> => {
    try {
      return await (await settings.knowledge()).current(signal);
    } catch (cause) {
      if (GraphdownError.isInstance(cause) && cause.code === "no_documents") return undefined;
      throw cause;
    }
  };
  const { once, isAnswered } = createRepeats(sha256);
  const asked = (
    path: string,
    { idempotencyKey, dryRun, metadata, signal }: EditOptions,
    args: readonly unknown[],
  ): RepeatableCall => ({
    store: createMeteredStore(store, signal),
    signal,
    key: dryRun === true ? undefined : idempotencyKey,
    actor: metadata?.actor,
    path,
    arguments: args,
  });
  // Callers of this process that edit one file without a version would only get in each other's way.
  const queue = new KeyedQueue();
  const edit = <Facts extends object>(
    path: string,
    options: EditOptions,
    args: readonly unknown[],
    { fits = false, ...request }: EditOfText<Facts>,
  ): Promise<ChangedFile & Facts & Repeatable> => {
    const { ifVersion, idempotencyKey, dryRun } = options;
    const isFree = fits && ifVersion === undefined && dryRun !== true;
    // With a key the one who was faster may have been given this very call, and it must not be made twice.
    const again = isFree && idempotencyKey === undefined;
    return once(asked(path, options, args), (onPlanned) => {
      const work = (): Promise<ChangedFile & Facts> =>
        editFile({ ...about(options), ...request, onPlanned, path, again });
      return isFree ? queue.run(path, work, options.signal) : work();
    });
  };
  return {
    isAnswered: (key, { actor, signal } = {}) => isAnswered(createMeteredStore(store, signal), key, actor),
    write: (path, content, options = {}) =>
      once(asked(path, options, ["write", path, content, options.overwrite === true]), (onPlanned) =>
        writeContent({ ...about(options), onPlanned, path, content, overwrite: options.overwrite }),
      ),
    delete: (path, options = {}) =>
      once(asked(path, options, ["delete", path]), (onPlanned) => removeFile({ ...about(options), onPlanned, path })),
    replace: (path, edits, options = {}) =>
      edit(path, options, [path, "replace", edits], {
        fits: true,
        edit: ({ text }) => replaceText(text, "oldString" in edits ? [edits] : edits, limits.maximumWriteBytes),
      }),
    replaceLines: (path, edits, options = {}) =>
      edit(path, options, [path, "replaceLines", edits], {
        // What takes a line away fits a text only where it is the expected one.
        fits: edits.every(({ expectedLine }) => expectedLine !== undefined),
        edit: ({ text }) => ({ text: replaceLines(text, edits) }),
      }),
    insert: (path, afterLine, content, options = {}) =>
      edit(path, options, [path, "insert", afterLine, content], {
        // The top stays where it is; what other lines are called depends on what others write.
        fits: afterLine === 0,
        edit: ({ text }) => ({ text: insertLines(text, afterLine, content) }),
      }),
    append: (path, content, options = {}) =>
      edit(path, options, ["append", path, content], {
        fits: true,
        create: true,
        edit: ({ text }) => ({ text: appendText(text, content) }),
      }),
    move: (path, to, options = {}) =>
      once(asked(to, options, ["move", path, to, options.updateLinks !== false]), (onPlanned) =>
        moveFile({
          ...about(options),
          onPlanned,
          sha256,
          parse,
          current,
          selection: settings.selection,
          path,
          to,
          updateLinks: options.updateLinks,
        }),
      ),
    repair: (options = {}) => repairMoves({ ...scopeOf(options), sha256 }),
    editSection: (path, wanted, options = {}) =>
      edit(path, options, [path, "editSection", wanted], {
        // What replaces a section would take away what others wrote in it.
        fits: wanted.mode === "append" || wanted.mode === "prepend",
        edit: async (file) => editSection(await parse(file.path, file.text, file.bytes), wanted),
      }),
    async readSection(given, heading, { version, subsections, ...options } = {}) {
      const scope = resolveScope(scopeOf(options));
      const path = parseLogicalPath(given);
      const read = await readForEdit(scope, { path, ifVersion: version });
      if (read === null) throw await fileNotFound(scope, path);
      if (isBinary(read.bytes)) throw binaryFile(path);
      const document = await parse(path, decodeText(read.bytes), read.bytes);
      const maximumBytes = limits.maximumRangeReadBytes;
      return { path, version: read.version, ...readSection(document, { heading, subsections, maximumBytes }) };
    },
    setProperty: (path, key, value, options = {}) =>
      edit(path, options, [path, "setProperty", key, value], {
        fits: true,
        edit: ({ text }) => setProperty(text, { key, value }, parseOptions.maximumFrontMatterBytes),
      }),
  };
}
