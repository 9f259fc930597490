import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// CMake says where the result goes; by hand it is dist/.
export default defineConfig({
  base: "./",
  plugins: [react()],
  build: {
    target: "es2023",
    outDir: process.env.VOXGRAD_STUDIO_OUT ?? "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
