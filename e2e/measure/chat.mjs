// Measures the chat page in Chromium: the latency from a line's time stamp to its paint, the frame times and the heap.
// Reads one command per line of JSON, {"run": name, ...arguments}, and answers each with one line of JSON.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";
import { openFeed } from "./line-feed.mjs";
import { observePaints } from "./paint-observer.mjs";

const TOKEN_KEY = "greenroom.token";
// A slow machine needs minutes for what takes seconds elsewhere.
const TIMEOUT_MS = 180_000;
const { flags } = JSON.parse(readFileSync(new URL("../chromium.json", import.meta.url), "utf8"));

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: flags, timeout: TIMEOUT_MS });
// The page's policy allows no socket but the server's; the feed has another.
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
page.setDefaultTimeout(TIMEOUT_MS);
const protocol = await page.context().newCDPSession(page);
const feed = await openFeed(page);

const commands = {
  async open({ url, token }) {
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [TOKEN_KEY, token]);
    await page.goto(url);
    await page.getByRole("log").waitFor();
    await page.evaluate(observePaints);
    return {};
  },
  async startFeed({ per_second }) {
    await feed.start(per_second);
    return {};
  },
  async stopFeed() {
    await feed.stop();
    return {};
  },
  async heap() {
    await protocol.send("HeapProfiler.collectGarbage");
    return { bytes: (await protocol.send("Runtime.getHeapUsage")).usedSize };
  },
  async measure({ seconds }) {
    await page.evaluate(() => window.paints.begin());
    await page.waitForTimeout(seconds * 1000);
    return summary(await page.evaluate(() => window.paints.end()));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { run, ...args } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await commands[run](args))}\n`);
}
feed.close();
await browser.close();

function summary({ frames, latencies, worstBehind }) {
  const sorted = (times) => [...times].sort((a, b) => a - b);
  const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const [frame, latency] = [sorted(frames), sorted(latencies)];
  return {
    frame_p50: at(frame, 0.5),
    frame_p99: at(frame, 0.99),
    // A frame that took at least one and a half times its 16.7 ms replaced another one.
    dropped: frames.reduce((sum, time) => sum + Math.max(0, Math.round(time / (1000 / 60)) - 1), 0),
    frames: frames.length,
    lines: latencies.length,
    latency_p50: at(latency, 0.5),
    latency_p99: at(latency, 0.99),
    worst_behind: worstBehind,
  };
}
