import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { createRemarkEngine } from "../../../src/documents/engines/remark-engine.ts";
import scanner from "../../../src/documents/engines/scanner/scanner.wasm";
import { createScannerEngine, Scanner } from "../../../src/documents/engines/scanner/scanner-engine.ts";
import { gfmExamples } from "../../documents/engines/gfm-examples.ts";

it("reads the examples of the specifications in workerd as the reference engine does", () => {
  const examples = [...(env["EXAMPLES"] as readonly string[]), ...gfmExamples];
  expect(examples.length).toBeGreaterThan(650);
  const remark = createRemarkEngine();
  const engine = createScannerEngine({ module: scanner, fallback: remark });
  const alone = new Scanner(scanner);
  const different = examples.filter(
    (text) => JSON.stringify(engine.parse(text)) !== JSON.stringify(remark.parse(text)),
  );
  expect(different).toEqual([]);
  expect(examples.filter((text) => alone.scan(text) !== undefined).length).toBeGreaterThan(400);
});
