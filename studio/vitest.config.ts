import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"] } },
      {
        test: {
          name: "browser",
          include: ["tests/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Not tests: the pictures of the gallery and the documents, and how fast it all is.
      { test: { name: "pictures", include: ["scripts/pictures.ts"], testTimeout: 600_000 } },
      { test: { name: "budgets", include: ["scripts/budgets.ts"], testTimeout: 600_000, hookTimeout: 120_000 } },
    ],
  },
});
