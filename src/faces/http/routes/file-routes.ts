/** `/v1/files/{path}`: files as resources. A path that ends in `/` lists. */

import type { RouteConfig } from "@hono/zod-openapi";
import { type ErrorInfo, GraphdownError } from "../../../base/errors.ts";
import { showPath } from "../../../base/show-path.ts";
import { readByteRange } from "../byte-range.ts";
import { callTool, dataOf, respondWithToolError, ToolFailure } from "../call-tool.ts";
import { checkDigests, digestOfVersion } from "../content-digest.ts";
import { contentDisposition, isActive } from "../content-disposition.ts";
import { toolFailures } from "../describe-responses.ts";
import { matchesStrongly, matchesWeakly, parseTags, type TagCondition, tagOf, versionOfTag } from "../entity-tags.ts";
import { type Exchange, json } from "../exchange.ts";
import { deleteFileTool, type GetFileData, getFileTool, type PutParts, putFileTool } from "../file-tools.ts";
import { HttpRefusal } from "../http-refusal.ts";
import type { HttpRoute } from "../http-route.ts";
import { type LineRangeAnswer, lineHeaders, parseLineRange } from "../line-range.ts";
import { readBody } from "../read-body.ts";
import { writtenFileSchema } from "../schemas.ts";

type OpenFile = NonNullable<GetFileData["file"]>;
type Info = OpenFile["info"];

const path = "/v1/files/{path}";
const pathParameter = {
  name: "path",
  in: "path" as const,
  required: true,
  description: "Segments percent-encoded, with / between them; an empty path, or one that ends in /, names a folder",
  schema: { type: "string" as const },
};
const header = (name: string, description: string) => ({
  name,
  in: "header" as const,
  description,
  schema: { type: "string" as const },
});
const query = (name: string, description: string) => ({ ...header(name, description), in: "query" as const });
const etag = { ETag: { description: "The version", schema: { type: "string" as const } } };
const anyContent = { "*/*": { schema: {} } };

const getConfig: RouteConfig = {
  method: "get",
  path,
  summary: "The bytes of a file, some of its lines, or the entries of a folder",
  parameters: [
    pathParameter,
    query("lines", "10-20, 10-, 10 or -20 for the last twenty: only these lines, as UTF-8"),
    query("column", "With lines: where to go on in the first of them"),
    query("recursive", "Of a folder: also what is below"),
    query("glob", "Of a folder: only what matches"),
    query("hidden", "Of a folder: also folders that start with a dot"),
    query("cursor", "Of a folder: goes on after an earlier page"),
    header("Range", "One range of bytes"),
    header("If-Range", "The range only of this version, else the whole"),
    header("If-Match", "Only one of these versions"),
    header("If-None-Match", "Not when the version is one of these"),
  ],
  responses: {
    200: { description: "The content", headers: etag, content: anyContent },
    206: { description: "A part of the content", headers: etag, content: anyContent },
    304: { description: "The caller has this version" },
    ...toolFailures,
  },
};

const writeConfig: RouteConfig = {
  method: "put",
  path,
  summary: "Writes a file, all or nothing",
  description:
    "A file that exists is replaced only with If-Match (428 without). If-None-Match: * only makes new files.",
  parameters: [
    pathParameter,
    header("If-Match", "Versions that may be replaced, or *"),
    header("If-None-Match", "* makes a new file only"),
    header("Idempotency-Key", "Makes the call one that can be repeated"),
    header("Repr-Digest", "sha-256 of the content: other content is refused"),
  ],
  request: { body: { required: true, content: { "*/*": { schema: {} } } } },
  responses: {
    200: { description: "Replaced", headers: etag, content: { "application/json": { schema: writtenFileSchema } } },
    201: { description: "Made", headers: etag, content: { "application/json": { schema: writtenFileSchema } } },
    ...toolFailures,
  },
};

const deleteConfig: RouteConfig = {
  method: "delete",
  path,
  summary: "Deletes a file; folders are never deleted",
  parameters: [
    pathParameter,
    header("If-Match", "Only one of these versions"),
    header("Idempotency-Key", "As for PUT"),
  ],
  responses: { 204: { description: "Deleted" }, ...toolFailures },
};

export const fileRoutes: readonly HttpRoute[] = [
  { methods: ["GET"], path, config: getConfig, answer: getPath },
  { methods: ["PUT"], path, config: writeConfig, answer: putFile },
  { methods: ["DELETE"], path, config: deleteConfig, answer: deleteFile },
];

async function getPath(exchange: Exchange): Promise<Response> {
  const { target } = exchange;
  const path = pathOf(exchange);
  if (path.endsWith("/")) return listFolder(exchange, path);
  const { lines, column, ...others } = Object.fromEntries(target.query);
  requireNoQuery(others);
  const { file } = (await dataOf(exchange, { tool: getFileTool, input: { path }, wholeResults: true })) as GetFileData;
  if (file === null) throw await exchange.context.notFound(path, { signal: exchange.request.signal });
  const settled = settleConditions(exchange, file.info);
  if (settled !== undefined) return settled;
  return lines === undefined
    ? sendBytes(exchange, file)
    : sendLines(exchange, file.info, parseLineRange(lines, column));
}

async function listFolder(exchange: Exchange, directory: string): Promise<Response> {
  const input = { directory, ...Object.fromEntries(exchange.target.query) };
  const data = await dataOf(exchange, { tool: "file_access_ls", input, wholeResults: true });
  return json(data, { headers: { "Cache-Control": "private, no-cache", Vary: "Authorization" } });
}

/** 412 or 304 where a condition asks for it. */
function settleConditions({ request }: Exchange, info: Info): Response | undefined {
  const tag = tagOf(info.version);
  const ifMatch = parseTags("If-Match", request.headers.get("if-match"));
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, tag)) throw conflict(info.path, info.version);
  const ifNoneMatch = parseTags("If-None-Match", request.headers.get("if-none-match"));
  if (ifNoneMatch === undefined || !matchesWeakly(ifNoneMatch, tag)) return undefined;
  return new Response(null, { status: 304, headers: validators(info) });
}

async function sendBytes({ request }: Exchange, file: OpenFile): Promise<Response> {
  const { info } = file;
  const ifRange = request.headers.get("if-range");
  const isCurrent = ifRange === null || ifRange.trim() === `"${tagOf(info.version)}"`;
  const range = isCurrent ? readByteRange(request.headers.get("range"), info.length) : undefined;
  const { start, end } = range ?? { start: 0, end: info.length };
  const digest = digestOfVersion(info.version);
  const headers = {
    ...validators(info),
    ...contentHeaders(info, mediaTypeOf(info)),
    "Accept-Ranges": "bytes",
    "Content-Length": String(end - start),
    ...(range === undefined ? {} : { "Content-Range": `bytes ${start}-${end - 1}/${info.length}` }),
    ...(digest === undefined ? {} : { "Repr-Digest": digest }),
  };
  const body = request.method === "HEAD" || start === end ? null : await file.read({ start, end });
  return new Response(body, { status: range === undefined ? 200 : 206, headers });
}

async function sendLines(exchange: Exchange, info: Info, lines: object): Promise<Response> {
  const input = { path: info.path, version: info.version, ...lines };
  const data = (await dataOf(exchange, {
    tool: "file_context_read_range",
    input,
    wholeResults: true,
  })) as LineRangeAnswer & {
    readonly content: string;
  };
  // Decoded, so UTF-8 whatever the file is in.
  const type = `${info.contentType.startsWith("text/") ? info.contentType : "text/plain"}; charset=utf-8`;
  const headers = { ...validators(info), ...contentHeaders(info, type), ...lineHeaders(data) };
  return new Response(data.content, { headers });
}

async function putFile(exchange: Exchange): Promise<Response> {
  const { request, context, target } = exchange;
  const path = pathOf(exchange);
  requireNoQuery(Object.fromEntries(target.query));
  requirePermission(exchange, "write");
  const ifNoneMatch = parseTags("If-None-Match", request.headers.get("if-none-match"));
  if (ifNoneMatch !== undefined && ifNoneMatch !== "*") throw onlyStar();
  const ifMatch = parseTags("If-Match", request.headers.get("if-match"));
  const { maximumWriteBytes, maximumRequestBytes } = context.limits;
  const limit = maximumWriteBytes <= maximumRequestBytes ? "maximumWriteBytes" : "maximumRequestBytes";
  const bytes = await readBody(request, { limit, maximum: context.limits[limit] });
  const sha256 = context.toolHost.sha256(bytes);
  checkDigests(request.headers, sha256);
  const condition = ifMatch === undefined || ifNoneMatch === "*" ? {} : await writeCondition(exchange, path, ifMatch);
  const input = { path, sha256, length: bytes.length, ...condition, ...idempotencyKeyOf(request) };
  const parts: PutParts = { bytes };
  const { data, error } = await callTool(exchange, { tool: putFileTool, input, parts });
  if (error !== undefined) return refuseWrite(exchange, { path, error, createOnly: ifNoneMatch === "*" });
  const { version, created, previousLength } = data as { version: string; created: boolean; previousLength?: number };
  const headers = { ETag: `"${tagOf(version)}"`, ...(created ? { Location: target.raw } : {}) };
  return json({ path, version, created, previousLength }, { status: created ? 201 : 200, headers });
}

async function deleteFile(exchange: Exchange): Promise<Response> {
  const { request, context, target } = exchange;
  const path = pathOf(exchange);
  requireNoQuery(Object.fromEntries(target.query));
  requirePermission(exchange, "delete");
  const ifMatch = parseTags("If-Match", request.headers.get("if-match"));
  const condition = ifMatch === undefined || ifMatch === "*" ? {} : await writeCondition(exchange, path, ifMatch);
  const input = { path, ...condition, ...idempotencyKeyOf(request) };
  const data = (await dataOf(exchange, { tool: deleteFileTool, input })) as { readonly deleted: boolean };
  if (!data.deleted) throw await context.notFound(path, { signal: request.signal });
  return new Response(null, { status: 204 });
}

/**
 * What has to hold for a write by `If-Match`: the present version where a tag names it. Where none does, the first of them: the write then
 * fails, unless it is the repetition of one that was done.
 */
async function writeCondition(exchange: Exchange, path: string, condition: TagCondition): Promise<object> {
  const info = await exchange.context.info(path, { signal: exchange.request.signal });
  if (condition === "*") {
    if (info === null) throw conflict(path, undefined);
    return { overwrite: true };
  }
  if (info !== null && matchesStrongly(condition, tagOf(info.version))) return { ifVersion: info.version };
  const strong = condition.find(({ weak }) => !weak);
  if (strong === undefined) throw conflict(path, info?.version);
  return { ifVersion: versionOfTag(strong.opaque) };
}

/** A file that exists needs a condition, which is 428 or 412 here and no `already_exists`. */
async function refuseWrite(
  exchange: Exchange,
  { path, error, createOnly }: { readonly path: string; readonly error: ErrorInfo; readonly createOnly: boolean },
): Promise<Response> {
  if (error.code !== "already_exists") return respondWithToolError(exchange, error);
  const info = await exchange.context.info(path, { signal: exchange.request.signal });
  // Another spelling of the name is taken, and no condition would help.
  if (info === null) throw new ToolFailure(error);
  throw createOnly ? conflict(path, info.version) : preconditionRequired(path, info.version);
}

/** The decoded path; the root is `/`. */
function pathOf({ params }: Exchange): string {
  return params["path"] as string;
}

function idempotencyKeyOf(request: Request): { readonly idempotencyKey?: string } {
  const idempotencyKey = request.headers.get("idempotency-key");
  return idempotencyKey === null ? {} : { idempotencyKey };
}

function validators({ version }: Info): Record<string, string> {
  return { ETag: `"${tagOf(version)}"`, Vary: "Authorization", "Cache-Control": "private, no-cache" };
}

/** A file is never a page of this server: it can't run anything, and what could be taken for a page is only offered for saving. */
function contentHeaders({ path, contentType }: Info, type: string): Record<string, string> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return {
    "Content-Type": type,
    "Content-Disposition": contentDisposition(isActive(contentType) ? "attachment" : "inline", name),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
  };
}

/** HTML is sent as text; all text as UTF-8, which nearly all of it is. */
function mediaTypeOf({ contentType }: Info): string {
  const type = contentType === "text/html" ? "text/plain" : contentType;
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

function requireNoQuery(query: Readonly<Record<string, string>>): void {
  const [name] = Object.keys(query);
  if (name === undefined) return;
  throw new GraphdownError({
    code: "invalid_input",
    message: `The query parameter "${showPath(name)}" means nothing here.`,
    details: { reason: "unknown_parameter", parameter: showPath(name) },
    next: "A read takes lines and column; a folder takes recursive, glob, hidden and cursor; writes take none.",
  });
}

function requirePermission({ context, workspace }: Exchange, effect: "write" | "delete"): void {
  if (context.toolHost.permissions[effect]) return;
  const what = effect === "write" ? "Writing" : "Deleting";
  throw new GraphdownError({
    code: "permission_denied",
    message: `${what} is off in the workspace "${showPath(workspace)}".`,
    details: { reason: "writing_disabled", workspace: showPath(workspace) },
    next: `Set permissions.${effect} of this workspace in the configuration, or start the server with --allow-write for all of them.`,
  });
}

function conflict(path: string, version: string | undefined): GraphdownError {
  return new GraphdownError({
    code: "version_conflict",
    message:
      version === undefined
        ? `There is no file "${showPath(path)}", and the condition asks for one.`
        : `"${showPath(path)}" has the version ${version}, which the condition rules out.`,
    path,
    ...(version === undefined ? {} : { details: { version } }),
    next: "Read it again, and send the ETag that comes with it.",
  });
}

function preconditionRequired(path: string, version: string): HttpRefusal {
  return new HttpRefusal({
    status: 428,
    code: "already_exists",
    message: `"${showPath(path)}" exists, and replacing it needs the version that is to be replaced.`,
    path,
    details: { reason: "precondition_required", version },
    next: "Read it, and send its ETag as If-Match.",
  });
}

function onlyStar(): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: "For a write, If-None-Match can only be *.",
    details: { reason: "condition", header: "If-None-Match" },
    next: "Send If-None-Match: * to make a new file, or If-Match to replace one.",
  });
}
