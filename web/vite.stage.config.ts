import { defineConfig } from "vite";

// The pages of widgets are built alone: they share no chunk with the app, so that a browser source loads little.
export default defineConfig({
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "assets/stage-[name]-[hash].js" } } },
  build: {
    outDir: "../src/greenroom/web",
    // After the app, whose build empties the folder.
    emptyOutDir: false,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["widget.html", "widget-frame.html"],
      output: {
        entryFileNames: "assets/stage-[hash].js",
        chunkFileNames: "assets/stage-[name]-[hash].js",
        assetFileNames: "assets/stage-[hash][extname]",
      },
    },
  },
});
