// Opens a page in a new browser and prints as JSON what it loaded and what axe found. Usage: node first-load.mjs URL
// A token for a signed-in page is read from GREENROOM_TOKEN, because arguments are visible in the list of processes.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "@playwright/test";

const NEEDED = new Set(["script", "stylesheet", "font"]);
// A slow machine needs minutes for what takes seconds elsewhere.
const TIMEOUT_MS = 180_000;

/** Size of a response as sent if the server gzips it, otherwise as gzip would make it. */
async function gzippedSize(response) {
  const { responseBodySize } = await response.request().sizes();
  const encoding = await response.headerValue("content-encoding");
  return encoding === "gzip" ? responseBodySize : gzipSync(await response.body()).length;
}

async function describe(response) {
  const type = response.request().resourceType();
  const size = await gzippedSize(response);
  return { type, size, path: new URL(response.url()).pathname };
}

const url = process.argv[2];
const { flags } = JSON.parse(readFileSync(new URL("../chromium.json", import.meta.url), "utf8"));
const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: flags, timeout: TIMEOUT_MS });
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
page.setDefaultTimeout(TIMEOUT_MS);
const token = process.env.GREENROOM_TOKEN;
if (token) await page.addInitScript((value) => localStorage.setItem("greenroom.token", value), token);
const responses = [];
page.on("response", (response) => responses.push(response));
await page.goto(url, { waitUntil: "networkidle" });
await page.getByRole("main").waitFor();

const loaded = await Promise.all(responses.filter((one) => one.request().resourceType() !== "document").map(describe));
const { violations } = await new AxeBuilder({ page }).analyze();
await browser.close();

const scripts = loaded.filter(({ type }) => type === "script");
process.stdout.write(
  JSON.stringify({
    javascript_gzip: scripts.reduce((sum, { size }) => sum + size, 0),
    requests: loaded.map(({ type, size, path }) => `${type} ${path} ${size} bytes`),
    needless: loaded.filter(({ type }) => !NEEDED.has(type)).map(({ type, path }) => `${type} ${path}`),
    violations: violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`)),
  }),
);
