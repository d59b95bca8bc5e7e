import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** Fails with the rule, the reason and the place of everything axe finds on the screen as it stands. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await settled(page);
  // Everything in one call, without the second tab that axe would open to put frames together: no screen has frames.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}`),
  );
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
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overhang, `${name} at ${size.width}`).toBeLessThanOrEqual(0);
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
