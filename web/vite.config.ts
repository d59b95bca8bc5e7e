import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { CHAT, DASHBOARD, type FirstLoad } from "./first-load";

const server = process.env["GREENROOM_DEV_SERVER"] ?? "http://127.0.0.1:8000";

// A chunk is named after its screen, without the suffix of its source.
const shortName = (name: string) => name.replace(/\.[^.]*$/, "");

// Modules of small Mantine components that the chat and the dashboard use.
const CONTROLS =
  /\/@mantine\/hooks\/(?!.*\/use-(?:horizontal-)?(?:collapse|pagination))|\/@mantine\/core\/esm\/components\/(Anchor|Input|ScrollArea|Textarea)\//;

// Components of dialogs and of most other screens. Large components (tables, pickers) stay with their screens.
const DIALOGS =
  /\/src\/ui\/(?:[^/]+$|(?:buttons|chat|dialogs|focus|page|undo)\/)|\/@mantine\/core\/esm\/components\/(Drawer|Flex|Group|InputBase|Modal|NativeSelect|Stack|Tabs|Text|TextInput)\//;

const isOfUi = ({ modules }: FirstLoad, id: string) => id.includes("/src/ui/") && modules.has(id);

/** The screen whose first load needs an icon; "others" for icons of other screens, null for other modules. */
function iconOf(id: string): "chat" | "dashboard" | "others" | null {
  const name = /\/icons-react\/.*\/(Icon\w+)\.mjs$/.exec(id)?.[1];
  if (!name) return null;
  if (CHAT.icons.has(name)) return "chat";
  return DASHBOARD.icons.has(name) ? "dashboard" : "others";
}

// Modules shared by all screens, public screens included: no overlays, dialogs or forms.
const SHARED =
  /\/src\/(live|lib|api|session)\/(?!(?:access|channel-list|points|switches)\/)|\/src\/ui\/(offline-banner|empty-state|skeleton-rows|panel|tag|key-cap|avatar|page-header|stage-picture)\.tsx$|\/@tanstack\/(?!.*\/(?:useQueries|queriesObserver)\.js)|\/known-commands\.ts$/;

// Folders of ui/ that only lists and their editors use.
const OF_EDITORS = "command|editor|fields|import|list|preview|sheet|template";

// Chunk groups; a group also takes the dependencies of its modules that no earlier group has. A chunk may import only
// earlier chunks: in a cycle a chunk would run before a chunk that it imports is initialised.
const GROUPS = [
  // The entry is one file.
  { name: "first", tags: ["$initial" as const] },
  { name: "ground", test: (id: string) => iconOf(id) === "chat" || SHARED.test(id), minShareCount: 2 },
  { name: "icons", test: (id: string) => iconOf(id) === "others", minShareCount: 2 },
  // The chat list, which the popout shows alone.
  {
    name: "lines",
    test: /\/src\/features\/chat\/(?:[^/]+\/)?(chat-log|chat-store|use-chat-store|visible-rows|chat-appearance|chat-skeleton)\.tsx?$/,
  },
  // The shells of signed-in users.
  { name: "frame", test: /\/src\/app\/shell\/(signed-in|channel-shell|home-shell|admin-shell)\.tsx$/ },
  // Parts of ui/ that the chat shows.
  { name: "controls", test: (id: string) => isOfUi(CHAT, id) || CONTROLS.test(id), minShareCount: 2 },
  // Further parts of ui/ that the dashboard shows.
  { name: "rows", test: (id: string) => iconOf(id) === "dashboard" || isOfUi(DASHBOARD, id), minShareCount: 2 },
  { name: "dialogs", test: DIALOGS, minShareCount: 2 },
  // Lists with editors, not needed by the chat.
  {
    name: "desk",
    test: new RegExp(`/src/(session/channel-list|ui/(${OF_EDITORS}))/`),
    minShareCount: 2,
  },
  { name: "table", test: /\/mantine-datatable\// },
  // Modules of the popout that staff and viewers share.
  { name: "popout", test: /\/src\/screens\/chat\/(popout-skeleton\.tsx|chat-screen\.module\.css)/ },
  // The chat of staff, on its own screen, in its popout and on the dashboard.
  {
    name: "room",
    test: /\/src\/(features\/(composer|moderation)\/|features\/settings\/connections|screens\/chat\/)/,
    minShareCount: 2,
  },
  // Modules that several screens of a feature share; modules of public pages get no such chunk.
  { name: (id: string) => /\/src\/features\/([^/]+)\/(?!(?:.*\/)?public-)/.exec(id)?.[1] ?? null, minShareCount: 2 },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

// A stylesheet in the head would delay the splash until the stylesheet has loaded.
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const stylesAfterSplash: Plugin = {
  name: "styles-after-splash",
  transformIndexHtml: {
    order: "post",
    handler: (html) =>
      html.replace(STYLESHEET, "").replace("<!--styles-->", (html.match(STYLESHEET) ?? []).join("").trim()),
  },
};

export default defineConfig({
  plugins: [react(), stylesAfterSplash],
  build: {
    outDir: "../src/greenroom/web",
    emptyOutDir: true,
    target: "es2022",
    // The content policy allows no data: URLs, so nothing may be inlined.
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
      "/widget": { target: server },
      "/assets/stage-": { target: server },
      "/media": { target: server },
    },
  },
  test: {
    environment: "jsdom",
    // A jsdom for each file would take ten times as long as the tests; the files of a worker share jsdom and modules.
    pool: "threads",
    isolate: false,
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/app/test-setup.ts"],
    restoreMocks: true,
    // Both limits are long enough for a machine five times slower.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
