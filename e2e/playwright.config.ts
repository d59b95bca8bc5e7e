import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { flags }: { flags: string[] } = JSON.parse(readFileSync(here("chromium.json"), "utf8"));

// Found once by the first process; the workers inherit the variable.
process.env["CHROME_PATH"] ??= execFileSync(here("../scripts/chromium.sh"), { encoding: "utf8" }).trim();

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results",
  workers: 2,
  // The suite tries what failed once more, alone, and says so: scripts/suite.py.
  retries: 0,
  forbidOnly: Boolean(process.env["CI"]),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env["CI"] ? [["line"]] : [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Without pictures of every frame: those cost a quarter of the time, and a failure keeps its last one.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: true, sources: true },
    screenshot: "only-on-failure",
    launchOptions: { executablePath: process.env["CHROME_PATH"], args: flags },
  },
});
