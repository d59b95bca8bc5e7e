import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const server = process.env["GREENROOM_DEV_SERVER"] ?? "http://127.0.0.1:8000";

// A file is named after its screen, without what its source is called besides.
const shortName = (name: string) => name.replace(/\.[^.]*$/, "");

// Mantine's parts that are small and on most screens. The large ones (tables, number fields, pickers) stay with the
// screens and dialogs that have them.
const CONTROLS =
  "Anchor|Drawer|Flex|Group|Input|InputBase|Modal|NativeSelect|ScrollArea|Stack|Tabs|Text|TextInput|Textarea";

// Parts of ui/ that only lists and their editors use.
const OF_EDITORS = "command|editor|fields|import|list|preview|sheet|template";

// What is loaded together, each with everything it needs that no group before it has. A file may import only those
// before it: two that import each other run in an order that nobody chose, and one of them finds the other half empty.
const GROUPS = [
  // Everything of the first page is one file.
  { name: "first", tags: ["$initial" as const] },
  // Below all screens, those for everybody included: so nothing that floats, no dialog, no form.
  {
    name: "ground",
    test: /\/src\/(live|lib|api|session)\/|\/src\/ui\/(offline-banner|empty-state|skeleton-rows|panel|tag|key-cap|avatar|page-header|stage-picture)\.tsx$|\/icons-react\/|\/@tanstack\//,
    minShareCount: 2,
  },
  // The list of the chat, which the popout shows alone.
  {
    name: "lines",
    test: /\/src\/features\/chat\/(?:[^/]+\/)?(chat-log|chat-store|use-chat-store|visible-rows|chat-appearance|chat-skeleton)\.tsx?$/,
  },
  // Around every screen of a person.
  { name: "frame", test: /\/src\/app\/shell\/(signed-in|channel-shell|home-shell|admin-shell)\.tsx$/ },
  {
    name: "controls",
    test: new RegExp(
      `/src/ui/(?!(?:table|${OF_EDITORS})/)|/@mantine/hooks/(?!.*/use-(?:horizontal-)?(?:collapse|pagination))|/@mantine/core/esm/components/(${CONTROLS})/`,
    ),
    minShareCount: 2,
  },
  // Of lists with editors beside them, which the chat does without.
  {
    name: "desk",
    test: new RegExp(`/src/ui/(${OF_EDITORS})/`),
    minShareCount: 2,
  },
  { name: "table", test: /\/mantine-datatable\// },
  // What two screens of one feature share; what pages for everybody share besides is no part of any other screen.
  { name: (id: string) => /\/src\/features\/([^/]+)\/(?!(?:.*\/)?public-)/.exec(id)?.[1] ?? null, minShareCount: 2 },
].map((group, place, all) => ({ ...group, priority: all.length - place }));

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
        codeSplitting: { groups: GROUPS },
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
