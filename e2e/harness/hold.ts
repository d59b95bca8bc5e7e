import type { Page } from "@playwright/test";

// A journey that fails while it holds an answer must still be able to end.
const LONGEST_MS = 15_000;

/** Holds back every answer of an address until it is let go, so that a screen can be looked at while it waits. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
    setTimeout(resolve, LONGEST_MS);
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
