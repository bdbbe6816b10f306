import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { tests } from "commonmark-spec";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** How many writers count, and how far each: more for a thorough run. */
const { GRAPHDOWN_WRITERS = "8", GRAPHDOWN_INCREMENTS = "10" } = process.env;
const counts = { GRAPHDOWN_WRITERS, GRAPHDOWN_INCREMENTS };
/** Whether all else is as thorough as it can be. */
const FULL: boolean = process.env["GRAPHDOWN_FULL"] !== undefined;

const writable = { permissions: { write: true, delete: true } };

/** What the objects of the tests are given; Workers in tests bring their own. */
const objectBindings = {
  GRAPHDOWN_CONFIG: {
    workspaces: {
      default: { location: "r2:BUCKET/default", ...writable, approvals: "none" },
      asked: { location: "r2:BUCKET/asked", ...writable, approvals: "writes" },
      full: { location: "r2:BUCKET/full", ...writable, approvals: "writes" },
      careful: { location: "r2:BUCKET/careful", approvals: "all" },
      sole: { location: "r2:BUCKET/sole", ...writable, approvals: "none", exclusive: true },
    },
  },
  GRAPHDOWN_ORIGINS: "https://page.example",
  GRAPHDOWN_BUILD_FILES: "20",
  GRAPHDOWN_TOKENS: [
    "the-token-of-an-agent-that-writes read,write * agent",
    "the-token-of-a-person-who-approves read,approve * person",
    "the-token-for-the-workspace-sole read,write sole",
  ].join("\n"),
};

/** Tests that run in workerd, the runtime of Cloudflare Workers, with storage of its own in memory. */
const config: ViteUserConfig = defineConfig({
  plugins: [
    cloudflareTest({
      // Only for its Durable Objects: tests call Workers themselves.
      main: "./test/workers/worker/main.ts",
      miniflare: {
        compatibilityDate: "2026-04-01",
        r2Buckets: ["BUCKET"],
        // Read here, since there are no files in workerd.
        bindings: { EXAMPLES: tests.map(({ markdown }) => markdown), ...objectBindings, ...counts, FULL },
        queueProducers: { BUILDS: { queueName: "builds" } },
        queueConsumers: { builds: { maxBatchSize: 1, maxBatchTimeout: 0 } },
        durableObjects: { WORKSPACES: { className: "Workspace", useSQLite: true } },
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
