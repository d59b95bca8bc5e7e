import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, type ViewportSize } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

// Minified, because half a megabyte is sent to each document that is checked.
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** Fails with the rule, reason and selector of each violation that axe finds on the current screen. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await waitUntilStable(page);
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(`${AXE}; undefined`);
  // Frames show other sites and are skipped; only violations are returned from the page.
  const found = await page.evaluate(async () => {
    const { violations } = (await window.axe?.run(document, { resultTypes: ["violations"], iframes: false })) ?? {};
    return violations?.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}`),
    );
  });
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/** Checks that the screen does not scroll sideways at three sizes; with PICTURES=1 saves a screenshot of each. */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await waitUntilStable(page);
    const path = fileURLToPath(new URL(`../screenshots/${name}-${size.width}.png`, import.meta.url));
    if (process.env["PICTURES"]) await page.screenshot({ path });
    // The first frame after a resize still has the old layout.
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overhang, { message: `${name} at ${size.width}` }).toBeLessThanOrEqual(0);
  }
  await restoreViewport(page, before);
}

/** Returns to a viewport, and waits until the screen has its layout: on a narrow screen an editor is a dialog. */
async function restoreViewport(page: Page, size: ViewportSize | null): Promise<void> {
  if (size === null) return;
  await page.setViewportSize(size);
  await page.evaluate(async () => {
    // The first frame after a resize still has the old layout.
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  });
}

const PHONE = { width: 390, height: 844 };

/** Checks that links, buttons and fields are at least 44 pixels high on a phone. */
export async function expectTouchTargets(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  await waitUntilStable(page);
  const tooSmall = () =>
    page.evaluate(() => {
      const heightOf = (element: Element) => {
        const drawn = element.getBoundingClientRect().height;
        // A pseudo-element enlarges the touch area of a switch.
        const around = getComputedStyle(element, "::before");
        return around.position === "absolute" ? Math.max(drawn, Number.parseFloat(around.height) || 0) : drawn;
      };
      return [...document.querySelectorAll("a[href], button, input, select, textarea")]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
        .filter((element) => heightOf(element) < 44)
        .map((element) => element.outerHTML.slice(0, 200));
    });
  await expect.poll(tooSmall, { message: `touch targets on ${page.url()}` }).toEqual([]);
  await restoreViewport(page, before);
}

/** Goes to a path inside the app without loading the page again, which would take several times as long. */
export const navigateInApp = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** The names of the animations that do not end by themselves. */
export const endlessAnimations = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id)),
  );

/** Waits until fonts are loaded and no transition runs: colours during a transition may have too little contrast. */
async function waitUntilStable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}
