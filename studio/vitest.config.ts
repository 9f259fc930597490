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
      // Makes the pictures of the gallery and of the documents, not a test: npm run pictures.
      { test: { name: "pictures", include: ["scripts/pictures.ts"], testTimeout: 600_000 } },
    ],
  },
});
