import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const server = process.env["GREENROOM_DEV_SERVER"] ?? "http://127.0.0.1:8000";

// A shared file is named after every screen that uses it, which no address should carry.
const shortName = (name: string) => (name.startsWith("shared") ? "shared" : name.replace(/\.[^.]*$/, ""));

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../src/greenroom/web",
    emptyOutDir: true,
    target: "es2022",
    // The server sends a content policy without data: fonts or scripts, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ""] }) => `assets/${shortName(name)}-[hash][extname]`,
        codeSplitting: {
          // What the first page needs is one file, and what several screens share is another. Not several merged by size:
          // those import each other in a circle, and whichever runs first finds the other half empty.
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
            { name: "shared", minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
      "/health": { target: server },
    },
  },
  test: {
    environment: "jsdom",
    // A browser stand-in of its own for every file costs ten times the tests; modules are still loaded anew for each.
    pool: "threads",
    isolate: false,
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/app/test-setup.ts"],
    restoreMocks: true,
  },
});
