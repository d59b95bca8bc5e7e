// Measures the screen of a long queue in Chromium: CPU time of the page's thread while the list is scrolled and other
// users change it, and for a key that moves a viewer until the new order is painted. Neither depends on other load.
// Reads one command per line of JSON, {"run": name, ...arguments}, and answers each with one line of JSON.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";

const TOKEN_KEY = "greenroom.token";
// A slow machine needs minutes for what takes seconds elsewhere.
const TIMEOUT_MS = 180_000;
const { flags } = JSON.parse(readFileSync(new URL("../chromium.json", import.meta.url), "utf8"));

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: flags, timeout: TIMEOUT_MS });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.setDefaultTimeout(TIMEOUT_MS);
const protocol = await page.context().newCDPSession(page);
await protocol.send("Performance.enable", { timeDomain: "threadTicks" });

const commands = {
  async open({ url, token }) {
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [TOKEN_KEY, token]);
    await page.goto(url);
    await page.locator("[data-grip]").first().waitFor();
    return {};
  },
  /** Scrolls through the whole list and back. */
  async scroll({ seconds }) {
    return await cpuTime(() => page.evaluate(scrollThrough, seconds * 1000));
  },
  async move({ times }) {
    const grip = page.locator("[data-grip]").first();
    await grip.focus();
    return await cpuTime(() => page.evaluate(moveDown, times));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { run, ...args } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await commands[run](args))}\n`);
}
await browser.close();

async function cpuTime(run) {
  const before = await taskSeconds();
  await run();
  return { cpu_ms: ((await taskSeconds()) - before) * 1000 };
}

async function taskSeconds() {
  const { metrics } = await protocol.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value;
}

/** Runs inside the page. */
function scrollThrough(milliseconds) {
  const scroller = document.querySelector("[data-grip]").closest("ul").parentElement;
  const length = scroller.scrollHeight - scroller.clientHeight;
  return new Promise((resolve) => {
    const beganAt = performance.now();
    const onFrame = (now) => {
      const part = (now - beganAt) / milliseconds;
      scroller.scrollTop = length * (1 - Math.abs(1 - 2 * part));
      if (part < 1) requestAnimationFrame(onFrame);
      else resolve();
    };
    requestAnimationFrame(onFrame);
  });
}

/** Runs inside the page. */
async function moveDown(times) {
  for (let count = 0; count < times; count += 1) {
    const grip = document.activeElement;
    const row = () => grip.closest("li")?.textContent;
    const before = row();
    grip.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    while (row() === before) await new Promise(requestAnimationFrame);
    // A task posted in a frame runs after its paint.
    await new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      requestAnimationFrame(() => channel.port2.postMessage(null));
    });
  }
}
