import { defineConfig } from "vitest/config";

/** One project: the suite runs on the Node that starts it, with no network and no order between files. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // They run in workerd: `npm run test:workers`.
    exclude: ["test/workers/**"],
    globalSetup: ["./test/setup/compiled-scanner.ts"],
    setupFiles: ["./test/setup/fixed-seed.ts"],
    // Programs that tests start keep nothing in the user's folders.
    env: { GRAPHDOWN_CACHE: "off" },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One for each processor: many tests wait for programs, disks and sockets, so that a processor kept free would stand idle.
    maxWorkers: "100%",
    reporters: ["default", "./test/reporters/closing-line.ts"],
    coverage: {
      provider: "v8",
      include: ["src/**"],
      exclude: [
        "src/faces/cli/node-main.ts",
        "src/documents/engines/scanner/wasm/**",
        // What only workerd runs is counted by test/workers.
        "src/storage/r2-store.ts",
        "src/storage/r2/**",
        "src/faces/worker/**",
      ],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 95 },
    },
  },
});
