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
    await route.fallback();
  });
  return release;
}

/**
 * Refuses every call of an address, as a server does whose database is away, until somebody presses "Try again" on a page
 * that is opened after this. A screen also fetches by itself, as soon as it hears news: were that answered, nothing would
 * be left to press.
 */
export async function refuseUntilTriedAgain(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const note = ({ target }: Event) => {
      const isPress = target instanceof Element && target.closest("button")?.textContent === "Try again";
      if (isPress) document.documentElement.dataset["triedAgain"] = "true";
    };
    addEventListener("click", note, { capture: true });
  });
  await page.route(address, async (route) => {
    const untried = page.evaluate(() => document.documentElement.dataset["triedAgain"] === undefined);
    // A page that is just being left cannot be asked, and nobody has pressed anything on the next one.
    const isAway = await untried.catch(() => true);
    if (!isAway) return route.continue();
    return route.fulfill({ status: 503, json: { type: "unavailable", message: "The database does not answer." } });
  });
}

/** Cuts the line under the first call of an address that would change something; what is only read comes through. */
export async function cutFirstPost(page: Page, address: string): Promise<void> {
  let isCut = false;
  await page.route(address, (route) => {
    if (isCut || route.request().method() !== "POST") return route.fallback();
    isCut = true;
    return route.abort();
  });
}
