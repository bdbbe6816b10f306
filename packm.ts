import { readdirSync, readFileSync, statSync } from "node:fs"; import { join } from "node:path"; import { createHash } from "node:crypto";
import { parseDocument } from "/tmp/wt/src/documents/parse-document.ts";
import { loadDefaultEngine } from "/tmp/wt/src/documents/engines/node-default-engine.ts";
import { packDocument } from "/tmp/wt/src/documents/packed/pack-document.ts";
import { ByteWriter } from "/tmp/wt/src/documents/packed/byte-writer.ts";
import { unpackDocument } from "/tmp/wt/src/documents/packed/packed-document.ts";
import { isDeepStrictEqual } from "node:util";
const root = process.argv[2]; const files: string[] = [];
(function walk(d: string) { for (const e of readdirSync(d, { withFileTypes: true })) { const p = join(d, e.name); if (e.isDirectory()) walk(p); else if (e.name.endsWith(".md")) files.push(p); } })(root);
const engine: any = await loadDefaultEngine();
const docs = files.map((f) => { const b = readFileSync(f); return parseDocument({ path: f.slice(root.length + 1) as never, text: new TextDecoder().decode(b), sha256: createHash("sha256").update(b).digest("hex"), byteLength: b.length, engine }); });
const t0 = performance.now(); const w = new ByteWriter(); const starts: number[] = []; for (const d of docs) { starts.push(w.length); packDocument(w, d); } starts.push(w.length); const bytes = w.finish(); const t1 = performance.now();
console.log("docs", docs.length, "pack ms", (t1 - t0).toFixed(0), "MB", (bytes.length / 1e6).toFixed(1), "share", (bytes.length / docs.reduce((s, d) => s + d.byteLength, 0)).toFixed(2), "per doc", (bytes.length / docs.length).toFixed(0));
const t2 = performance.now(); const un = docs.map((d, i) => unpackDocument({ path: d.path, bytes, start: starts[i], end: starts[i + 1], text: () => d.text })); const t3 = performance.now();
let n = 0; for (const u of un) n += u.title.length; const t4 = performance.now(); for (const u of un) n += u.links.length + u.sections.length; const t5 = performance.now();
console.log("make", (t3 - t2).toFixed(1), "heads", (t4 - t3).toFixed(1), "links+sections", (t5 - t4).toFixed(1));
let bad = 0; for (let i = 0; i < docs.length; i++) for (const k of new Set([...Object.keys(docs[i]), "readings", "frontMatter", "description"]) as any) if (!isDeepStrictEqual((docs[i] as any)[k], (un[i] as any)[k])) { if (bad++ < 5) console.log("DIFF", docs[i].path, k, JSON.stringify((docs[i] as any)[k])?.slice(0, 300), JSON.stringify((un[i] as any)[k])?.slice(0, 300)); }
console.log("bad", bad);
