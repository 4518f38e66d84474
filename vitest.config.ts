import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["__test__/**/*.spec.ts"],
    // Specs measure deadlines and stalls of the event loop: one file at a time.
    fileParallelism: false,
    testTimeout: 30_000,
    server: { deps: { external: [/\/index\.js$/] } },
  },
});
