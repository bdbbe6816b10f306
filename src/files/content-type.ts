/** The media type of a file, told from its name. */
import { nameOf } from "../base/logical-path.ts";

const types: Readonly<Record<string, string>> = {
  avif: "image/avif",
  bmp: "image/bmp",
  canvas: "application/json",
  css: "text/css",
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  gif: "image/gif",
  gz: "application/gzip",
  htm: "text/html",
  html: "text/html",
  ico: "image/vnd.microsoft.icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  jsonl: "application/jsonl",
  jsonld: "application/ld+json",
  log: "text/plain",
  markdown: "text/markdown",
  md: "text/markdown",
  mdx: "text/mdx",
  mjs: "text/javascript",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  nq: "application/n-quads",
  nt: "application/n-triples",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odt: "application/vnd.oasis.opendocument.text",
  ogg: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tex: "application/x-tex",
  toml: "application/toml",
  ts: "text/plain",
  tsv: "text/tab-separated-values",
  ttl: "text/turtle",
  txt: "text/plain",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

/** The media type that a path's extension stands for, in any case; `application/octet-stream` for an unknown one. */
export function contentTypeOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  const extension = dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(types, extension) ? (types[extension] as string) : "application/octet-stream";
}
