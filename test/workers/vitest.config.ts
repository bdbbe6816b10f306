import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { tests } from "commonmark-spec";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Tests that run in workerd, the runtime of Cloudflare Workers, with storage of its own in memory. */
const config: ViteUserConfig = defineConfig({
  plugins: [
    cloudflareTest({
      miniflare: {
        compatibilityDate: "2026-04-01",
        r2Buckets: ["BUCKET"],
        // Read here, since there are no files in workerd.
        bindings: { EXAMPLES: tests.map(({ markdown }) => markdown) },
        modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }],
      },
    }),
  ],
  test: {
    name: "workerd",
    include: ["test/workers/**/*.test.ts"],
    globalSetup: ["./test/setup/compiled-scanner.ts"],
    testTimeout: 120_000,
    reporters: ["default", "./test/reporters/closing-line.ts"],
    coverage: {
      // Counted in the source: workerd does not tell which code has run.
      provider: "istanbul",
      include: ["src/storage/r2-store.ts", "src/storage/r2/**", "src/faces/worker/**"],
      reporter: ["text-summary"],
      thresholds: { lines: 90 },
    },
  },
});

export default config;
