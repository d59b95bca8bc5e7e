import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

// Half a megabyte, for each document that is looked at; the file with comments is more than twice as long.
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** Fails with the rule, the reason and the place of everything axe finds on the screen as it stands. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await settled(page);
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(`${AXE}; undefined`);
  // What a frame shows is not ours, so one call sees everything, and only what is wrong has to leave the page.
  const found = await page.evaluate(async () => {
    const { violations } = (await window.axe?.run(document, { resultTypes: ["violations"], iframes: false })) ?? {};
    return violations?.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}`),
    );
  });
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/** No screen may scroll sideways at three sizes; with PICTURES=1 a picture of each is kept for people to look at. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await settled(page);
    const path = fileURLToPath(new URL(`../screenshots/${name}-${size.width}.png`, import.meta.url));
    if (process.env["PICTURES"]) await page.screenshot({ path });
    // A window that was just made smaller is drawn once as it was before React hears of it.
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overhang, { message: `${name} at ${size.width}` }).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
}

/** Transitions move colours through values that nobody designed: wait until none runs and the fonts are there. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}
