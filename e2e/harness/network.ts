import type { Page, Route } from "@playwright/test";

// A journey that fails while it holds a response must still be able to end.
const MAX_HOLD_MS = 15_000;

/** Holds every request to a URL until the returned function is called, so that a journey can check the screen. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
    setTimeout(resolve, MAX_HOLD_MS);
  });
  const requests: Promise<void>[] = [];
  const wait = (route: Route) => {
    const request = held.then(() => route.fallback());
    requests.push(request);
    return request;
  };
  await page.route(address, wait);
  return () => {
    release();
    // A page with a route loads its scripts without the browser's cache, which takes half as long again.
    void Promise.all(requests).then(() => page.unroute(address, wait));
  };
}

/**
 * Fails every call of a URL, as a server does whose database is unavailable, until "Try again" is clicked on a page
 * that is opened after this. Failing only the first call is not enough: a screen also refetches on live events, and
 * the button would disappear.
 */
export async function failUntilRetried(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const onClick = ({ target }: Event) => {
      const isRetry = target instanceof Element && target.closest("button")?.textContent === "Try again";
      if (isRetry) document.documentElement.dataset["triedAgain"] = "true";
    };
    addEventListener("click", onClick, { capture: true });
  });
  await page.route(address, async (route) => {
    const isUntried = page.evaluate(() => document.documentElement.dataset["triedAgain"] === undefined);
    // A navigating page cannot be evaluated, and on the next page the button was not clicked yet.
    const isFailing = await isUntried.catch(() => true);
    if (!isFailing) return route.continue();
    return route.fulfill({ status: 503, json: { type: "unavailable", message: "The database does not answer." } });
  });
}

/** Aborts the first POST to a URL. */
export async function abortFirstPost(page: Page, address: string): Promise<void> {
  let isAborted = false;
  await page.route(address, (route) => {
    if (isAborted || route.request().method() !== "POST") return route.fallback();
    isAborted = true;
    return route.abort();
  });
}
