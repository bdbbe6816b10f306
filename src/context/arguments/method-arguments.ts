/** What each method of a file context takes. Written as records, so that the compiler asks for every method and option that is added. */
import type { LineEdit } from "../../files/edits/edit-lines.ts";
import type { Replacement } from "../../files/edits/replace-text.ts";
import type { Permissions } from "../../guard/permissions/permissions.ts";
import type { WriteMetadata } from "../../storage/file-store.ts";
import type { CallOptions } from "../context-options.ts";
import type { EditOptions, SectionEdit } from "../edit-contract.ts";
import type { FileContext } from "../file-context.ts";
import {
  type ArgumentCheck,
  anything,
  callback,
  type FieldChecks,
  fields,
  jsonValue,
  listOf,
  number,
  oneOrList,
  optional,
  signal,
  sink,
  text,
  textOrBytes,
  textOrStore,
  textOrTexts,
  texts,
  truth,
} from "./argument-checks.ts";

/** Methods whose arguments are checked before they are called: all that take any. */
export type CheckedMethod = {
  [Name in keyof FileContext]: FileContext[Name] extends () => unknown
    ? Required<Parameters<FileContext[Name]>> extends []
      ? never
      : Name
    : FileContext[Name] extends (...args: never[]) => unknown
      ? Name
      : never;
}[keyof FileContext];

/** The last argument of a method: its options. */
type OptionsOf<Name extends CheckedMethod> =
  Required<Parameters<FileContext[Name]>> extends [...unknown[], infer Last extends object] ? Last : never;

/** The arguments in their order, and the options, which come last. */
interface Arguments<Options extends object> {
  readonly arguments: Readonly<Record<string, ArgumentCheck>>;
  readonly options: FieldChecks<Options>;
}

/** The names and checks of all arguments of a method, in their order. */
export type MethodArguments = ReadonlyMap<string, ArgumentCheck>;

const call: FieldChecks<CallOptions> = { signal: optional(signal) };

const edit: FieldChecks<EditOptions> = {
  ...call,
  ifVersion: optional(text),
  dryRun: optional(truth),
  idempotencyKey: optional(text),
  metadata: optional(
    fields<WriteMetadata>({
      actor: optional(text),
      session: optional(text),
      trace: optional(text),
      sha256: optional(text),
      writeId: optional(text),
    }),
  ),
};

const grep: FieldChecks<OptionsOf<"grep">> = {
  ...call,
  literal: optional(truth),
  directory: optional(text),
  glob: optional(textOrTexts),
  context: optional(number),
  cursor: optional(text),
};

const exported: FieldChecks<OptionsOf<"export">> = {
  ...call,
  directory: optional(text),
  focus: optional(text),
  depth: optional(number),
  direction: optional(text),
  kinds: optional(texts),
  tags: optional(texts),
  detail: optional(text),
  maximumCharacters: optional(number),
  form: optional(text),
  maximumEdges: optional(number),
  maximumDiagramCharacters: optional(number),
  linkTo: optional(callback),
  spreadsheet: optional(truth),
  snapshot: optional(text),
};

const replacement = fields<Replacement>({ oldString: text, newString: text, replaceAll: optional(truth) });
const lineEdit = fields<LineEdit>({ lineNumber: number, newLine: text, expectedLine: optional(text) });
const sectionEdit = fields<SectionEdit>({
  heading: textOrTexts,
  content: text,
  mode: optional(text),
  subsections: optional(truth),
});

const methods: { readonly [Name in CheckedMethod]: Arguments<OptionsOf<Name>> } = {
  read: { arguments: { path: text }, options: { ...call, version: optional(text) } },
  readRange: {
    arguments: { path: text },
    options: {
      ...call,
      startLine: optional(number),
      lineCount: optional(number),
      endLine: optional(number),
      startColumn: optional(number),
      version: optional(text),
      lineNumbers: optional(truth),
    },
  },
  info: { arguments: { path: text }, options: call },
  open: { arguments: { path: text }, options: call },
  list: {
    arguments: { directory: optional(text) },
    options: {
      ...call,
      glob: optional(textOrTexts),
      recursive: optional(truth),
      hidden: optional(truth),
      cursor: optional(text),
      ignore: optional(texts),
      noIgnore: optional(truth),
      mustExist: optional(truth),
    },
  },
  grep: { arguments: { pattern: text }, options: grep },
  grepPages: { arguments: { pattern: text }, options: grep },
  notFound: { arguments: { path: text }, options: call },
  search: {
    arguments: { query: text },
    options: {
      ...call,
      directory: optional(text),
      glob: optional(textOrTexts),
      tags: optional(texts),
      count: optional(number),
      mode: optional(text),
      cursor: optional(text),
    },
  },
  find: {
    arguments: {},
    options: {
      ...call,
      where: optional(texts),
      tags: optional(texts),
      directory: optional(text),
      glob: optional(textOrTexts),
      tasks: optional(text),
      sort: optional(texts),
      fields: optional(texts),
      count: optional(number),
      cursor: optional(text),
    },
  },
  outline: { arguments: { path: text }, options: call },
  overview: { arguments: {}, options: { ...call, directory: optional(text), depth: optional(number) } },
  neighbors: {
    arguments: { node: text },
    options: {
      ...call,
      direction: optional(text),
      depth: optional(number),
      kinds: optional(texts),
      count: optional(number),
      unlinked: optional(truth),
      cursor: optional(text),
    },
  },
  related: { arguments: { node: text }, options: { ...call, count: optional(number) } },
  context: {
    arguments: { query: text },
    options: {
      ...call,
      tokenBudget: optional(number),
      directory: optional(text),
      glob: optional(textOrTexts),
      tags: optional(texts),
    },
  },
  path: { arguments: { from: text, to: text }, options: { ...call, direction: optional(text) } },
  problems: { arguments: {}, options: { ...call, directory: optional(text), kinds: optional(texts) } },
  diff: {
    arguments: {},
    options: {
      ...call,
      from: optional(textOrStore),
      to: optional(textOrStore),
      fromDirectory: optional(text),
      toDirectory: optional(text),
      triples: optional(truth),
    },
  },
  validate: {
    arguments: {},
    options: {
      ...call,
      shapes: optional(text),
      directory: optional(text),
      rulesets: optional(texts),
      count: optional(number),
    },
  },
  infer: {
    arguments: {},
    options: {
      ...call,
      rulesets: optional(texts),
      rules: optional(text),
      format: optional(text),
      maximumCharacters: optional(number),
    },
  },
  export: { arguments: { format: text }, options: exported },
  writeExport: { arguments: { format: text }, options: { ...exported, sink, onStart: optional(callback) } },
  sparql: {
    arguments: { query: text },
    options: {
      ...call,
      maximumRows: optional(number),
      timeoutMs: optional(number),
      format: optional(text),
      defaultGraphs: optional(texts),
      namedGraphs: optional(texts),
    },
  },
  quads: { arguments: {}, options: { ...call, directory: optional(text), namedGraphs: optional(truth) } },
  watch: {
    arguments: {},
    options: { ...call, directory: optional(text), intervalMs: optional(number), since: optional(text) },
  },
  write: { arguments: { path: text, content: textOrBytes }, options: { ...edit, overwrite: optional(truth) } },
  delete: { arguments: { path: text }, options: edit },
  replace: { arguments: { path: text, edits: oneOrList(replacement) }, options: edit },
  replaceLines: { arguments: { path: text, edits: listOf(lineEdit) }, options: edit },
  insert: { arguments: { path: text, afterLine: number, content: text }, options: edit },
  append: { arguments: { path: text, content: text }, options: edit },
  move: { arguments: { path: text, to: text }, options: { ...edit, updateLinks: optional(truth) } },
  repair: { arguments: {}, options: call },
  editSection: { arguments: { path: text, edit: sectionEdit }, options: edit },
  readSection: {
    arguments: { path: text, heading: textOrTexts },
    options: { ...call, subsections: optional(truth), version: optional(text) },
  },
  setProperty: { arguments: { path: text, key: text, value: jsonValue }, options: edit },
  isAnswered: { arguments: { idempotencyKey: text }, options: { ...call, actor: optional(text) } },
  runToolCall: {
    // What a framework passes on as a call is judged by what runs it.
    arguments: { call: anything },
    options: {
      actor: optional(text),
      role: optional(text),
      session: optional(text),
      trace: optional(text),
      requestId: optional(text),
      permissions: optional(
        fields<Partial<Permissions>>({ read: optional(truth), write: optional(truth), delete: optional(truth) }),
      ),
      askApproval: optional(callback),
      approvalAdvice: optional(text),
      wholeResults: optional(truth),
      signal: optional(signal),
      emit: optional(callback),
    },
  },
};

/** All arguments of each method. */
export const methodArguments: ReadonlyMap<CheckedMethod, MethodArguments> = new Map(
  Object.entries(methods).map(([name, { arguments: before, options }]) => [
    name as CheckedMethod,
    new Map([...Object.entries(before), ["options", optionsCheck(fields<object>(options))]]),
  ]),
);

/** Options may be left out where none of them is needed. */
function optionsCheck(check: ArgumentCheck): ArgumentCheck {
  return check({}, "options") === undefined ? optional(check) : check;
}
