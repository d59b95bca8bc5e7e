// Measures the page of a widget in Chromium: the JavaScript that it loads, its frame times, and when an alert is painted.
// Reads one command per line of JSON, {"run": name, ...arguments}, and answers each with one line of JSON.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";

// A slow machine needs minutes for what takes seconds elsewhere.
const TIMEOUT_MS = 180_000;
const { flags } = JSON.parse(readFileSync(new URL("../chromium.json", import.meta.url), "utf8"));

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: flags, timeout: TIMEOUT_MS });
const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
page.setDefaultTimeout(TIMEOUT_MS);
const scripts = [];
page.on("response", (response) => {
  if (response.request().resourceType() === "script") scripts.push(response);
});

const commands = {
  async open({ url, selector }) {
    await page.goto(url);
    await page.locator(selector).first().waitFor({ state: "attached" });
    await page.evaluate(observeAlerts);
    return {};
  },
  async javascript() {
    const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body(), { level: 9 }).length));
    return { gzip: sizes.reduce((sum, size) => sum + size, 0) };
  },
  async frames({ seconds }) {
    return { frames: await page.evaluate(collectFrames, seconds * 1000) };
  },
  /** The time at which the next alert with this text is painted. */
  async alert({ text }) {
    return { painted_at: await page.evaluate((sought) => window.alertPainted(sought), text) };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { run, ...args } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await commands[run](args))}\n`);
}
await browser.close();

/** Runs inside the page. */
function collectFrames(milliseconds) {
  return new Promise((resolve) => {
    const frames = [];
    const beganAt = performance.now();
    let last = beganAt;
    const onFrame = (now) => {
      frames.push(now - last);
      last = now;
      if (now - beganAt < milliseconds) requestAnimationFrame(onFrame);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(onFrame);
  });
}

/** Runs inside the page. */
function observeAlerts() {
  const painted = new Map();
  const waiting = new Map();
  new MutationObserver(() => {
    const text = document.querySelector(".alert:not([data-leaving]) .alert-text")?.textContent;
    if (!text || painted.has(text)) return;
    painted.set(text, null);
    requestAnimationFrame(() => {
      // A task posted in the frame runs after its paint.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        painted.set(text, performance.timeOrigin + performance.now());
        waiting.get(text)?.(painted.get(text));
      };
      channel.port2.postMessage(null);
    });
  }).observe(document.body, { childList: true, subtree: true });
  window.alertPainted = (text) => painted.get(text) ?? new Promise((resolve) => waiting.set(text, resolve));
}
