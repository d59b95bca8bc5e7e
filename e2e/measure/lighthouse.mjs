// Runs Lighthouse as on a desktop and prints its scores and what lowers them as JSON. Usage: node lighthouse.mjs URL
// A token for a signed-in page is read from GREENROOM_TOKEN, because arguments are visible in the list of processes.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";

const CATEGORIES = ["performance", "accessibility", "best-practices"];
// A slow machine needs minutes for what takes seconds elsewhere.
const TIMEOUT_MS = 180_000;

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Stores the token from a page of the same origin that loads no scripts, so that Lighthouse finds an empty cache. */
async function storeToken(context, origin, token) {
  const page = await context.newPage();
  await page.goto(`${origin}/health`, { timeout: TIMEOUT_MS });
  await page.evaluate((value) => localStorage.setItem("greenroom.token", value), token);
  await page.close();
}

/** The audits that lower the score of a category, the one that costs most first. */
function losses(report, { auditRefs }) {
  return auditRefs
    .map(({ id, weight }) => ({ ...report.audits[id], lost: weight * (1 - (report.audits[id].score ?? 1)) }))
    .filter(({ lost }) => lost > 0)
    .toSorted((one, other) => other.lost - one.lost)
    .map(({ id, displayValue }) => [id, displayValue].filter(Boolean).join(" "));
}

const [url, token] = [process.argv[2], process.env.GREENROOM_TOKEN];
const { flags } = JSON.parse(readFileSync(new URL("../chromium.json", import.meta.url), "utf8"));
const profile = mkdtempSync(join(tmpdir(), "greenroom-profile-"));
const port = await freePort();
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROME_PATH,
  args: [...flags, `--remote-debugging-port=${port}`],
  timeout: TIMEOUT_MS,
});
try {
  if (token) await storeToken(context, new URL(url).origin, token);
  const options = { port, logLevel: "error", onlyCategories: CATEGORIES, disableStorageReset: Boolean(token) };
  const { lhr: report } = await lighthouse(url, options, desktopConfig);
  const scores = Object.values(report.categories).map((category) => [
    category.id,
    { score: Math.round(category.score * 100), losses: losses(report, category) },
  ]);
  process.stdout.write(JSON.stringify({ url: report.finalDisplayedUrl, ...Object.fromEntries(scores) }));
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
