// How a chat screen copes: how long a line takes from the platform to the paint, and how smooth the frames are meanwhile.
// Reads {url, token, seconds, settle} as one line of JSON, prints `open` when the chat stands, and a line of JSON at the end.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";

const TOKEN_KEY = "greenroom.token";
const { flags } = JSON.parse(readFileSync(new URL("../chromium.json", import.meta.url), "utf8"));
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const order = JSON.parse((await lines.next()).value);

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: flags });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(([key, token]) => localStorage.setItem(key, token), [TOKEN_KEY, order.token]);
await page.goto(order.url);
await page.getByRole("log").waitFor();
const protocol = await page.context().newCDPSession(page);

async function heap() {
  await protocol.send("HeapProfiler.collectGarbage");
  return (await protocol.send("Runtime.getHeapUsage")).usedSize;
}

await page.evaluate(watch);
process.stdout.write("open\n");
// Whoever started this begins to talk and says so.
await lines.next();
await page.waitForTimeout(order.settle * 1000);
const before = await heap();
await page.evaluate(() => window.measured.begin());
await page.waitForTimeout(order.seconds * 1000);
const found = await page.evaluate(() => window.measured.end());
const after = await heap();
await browser.close();
process.stdout.write(`${JSON.stringify({ ...summary(found), heap_before: before, heap_after: after })}\n`);

function watch() {
  const clock = () => performance.timeOrigin + performance.now();
  let frames = [];
  let latencies = [];
  let painted = 0;
  let worstBehind = 0;
  let isOn = false;
  let beganAt = 0;
  let last = performance.now();
  let fresh = [];

  new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const time of node.querySelectorAll("[data-key] time")) fresh.push(Date.parse(time.dateTime));
      }
  }).observe(document.querySelector("[role=log]"), { childList: true, subtree: true });

  function frame(now) {
    if (isOn) frames.push(now - last);
    last = now;
    if (fresh.length > 0) {
      const rows = fresh;
      fresh = [];
      // A task after the frame: by then it is on the screen.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => seen(rows);
      channel.port2.postMessage(null);
    }
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);

  function seen(rows) {
    const now = clock();
    const newest = Math.max(...rows);
    if (!isOn) {
      painted = Math.max(painted, newest);
      return;
    }
    // Rows that come back into view when the list moves are not new; what was sent before waited for the heap to be counted.
    for (const sentAt of rows) if (sentAt > Math.max(painted, beganAt)) latencies.push(now - sentAt);
    painted = Math.max(painted, newest);
    worstBehind = Math.max(worstBehind, now - painted);
  }

  window.measured = {
    begin() {
      frames = [];
      latencies = [];
      worstBehind = 0;
      beganAt = clock();
      isOn = true;
    },
    end() {
      isOn = false;
      return { frames, latencies, worstBehind };
    },
  };
}

function summary({ frames, latencies, worstBehind }) {
  const inOrder = (times) => [...times].sort((a, b) => a - b);
  const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [frame, latency] = [inOrder(frames), inOrder(latencies)];
  return {
    frame_p50: at(frame, 0.5),
    frame_p99: at(frame, 0.99),
    // A frame that took longer than one and a half of its time made another one be left out.
    dropped: frames.reduce((sum, time) => sum + Math.max(0, Math.round(time / (1000 / 60)) - 1), 0),
    frames: frames.length,
    lines: latencies.length,
    latency_p50: at(latency, 0.5),
    latency_p99: at(latency, 0.99),
    worst_behind: worstBehind,
  };
}
