import { defineConfig } from "vite";

// Widget pages have a build of their own and share no chunk with the app, so that a browser source loads little.
export default defineConfig({
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "assets/stage-[name]-[hash].js" } } },
  build: {
    outDir: "../src/greenroom/web",
    // This build runs after the app's build, which empties the folder.
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
