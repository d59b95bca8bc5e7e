import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { flags }: { flags: string[] } = JSON.parse(readFileSync(here("chromium.json"), "utf8"));

// A window of a whole Chromium keeps two hidden pages ready below its address bar, and a process for the next site; no
// journey needs them, and each would pay for them. Chromium takes the last list it is given: Playwright's own is in it.
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
  // A worker is a browser, a server and a rehearsal: two fill two cores, and a third would cost its start.
  workers: 2,
  // Journeys know nothing of each other, so no worker has to wait at the end for the other's last file.
  fullyParallel: true,
  // A journey that fails once fails the suite, unless scripts/retries.toml lists it.
  retries: 0,
  forbidOnly: Boolean(process.env["CI"]),
  // Both hold on a machine five times slower.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: process.env["CI"] ? [["line"]] : [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Recording costs time in every journey: run a failed one with --trace=on.
    trace: "off",
    screenshot: "only-on-failure",
    // A window and its process serve all journeys of a worker. Between two of them Playwright empties every storage and
    // takes away routes, scripts and listeners; `leave` in fixtures.ts does the rest.
    // How much motion a journey sees changes no window: see MOVING in fixtures.ts.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env["CHROME_PATH"],
      // A second page of a journey uses the process of the first, which has compiled the scripts already.
      // No page is open long enough to repay an optimizing compiler: without them the renderer works a tenth less.
      args: [
        ...flags,
        "--renderer-process-limit=1",
        "--js-flags=--no-maglev --no-opt",
        `--disable-features=${DISABLED.join(",")}`,
      ],
    },
  },
});
