import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { flags }: { flags: string[] } = JSON.parse(readFileSync(here("chromium.json"), "utf8"));

// Features that cost time and that no journey needs, such as hidden pages of the address bar and a spare renderer.
// Chromium uses only the last such list in its arguments, so this list includes Playwright's own.
const DISABLED = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "PreloadTopChromeWebUI",
  "InitialWebUI",
  "WebUIToolbar",
  "WebUIReloadButton",
  "AimEnabled",
  "SpareRendererForSitePerProcess",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

// Found once by the first process; the workers inherit the variable.
process.env["CHROME_PATH"] ??= execFileSync(here("../scripts/chromium.sh"), ["--headless"], {
  encoding: "utf8",
}).trim();

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results",
  // A worker runs a browser, a server and a rehearsal: two fill two cores, and a third would only add its start.
  workers: 2,
  // Journeys are independent, so no worker has to wait at the end for the other's last file.
  fullyParallel: true,
  // A journey that fails once fails the suite, unless scripts/retries.toml lists it.
  retries: 0,
  forbidOnly: Boolean(process.env["CI"]),
  // Both timeouts are long enough for a machine five times slower.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: process.env["CI"] ? [["line"]] : [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Recording costs time in every journey: run a failed journey with --trace=on.
    trace: "off",
    screenshot: "only-on-failure",
    // All journeys of a worker share one window. Between two journeys Playwright clears storage, routes, scripts and
    // listeners; `resetPage` in fixtures.ts does the rest.
    // Reduced motion needs no new window: see WITH_MOTION in fixtures.ts.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env["CHROME_PATH"],
      // A second page of a journey uses the process of the first, which has compiled the scripts already.
      // No page is open long enough to benefit from optimizing compilers: without them the renderer needs 10% less CPU.
      args: [
        ...flags,
        "--renderer-process-limit=1",
        "--js-flags=--no-maglev --no-opt",
        `--disable-features=${DISABLED.join(",")}`,
      ],
    },
  },
});
