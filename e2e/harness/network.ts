import type { Page, Route } from "@playwright/test";

// A journey that fails while it holds a response must still be able to end.
const MAX_HOLD_MS = 15_000;

/** Holds every request to a URL until the returned function is called, to check the screen meanwhile. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
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
    // The route is removed: a page with a route loads its scripts without the browser's cache, and 50% slower.
    void Promise.all(requests).then(() => page.unroute(address, wait));
  };
}

/**
 * Fails every request to a URL with status 503 until "Try again" is clicked; called before the page is opened. Failing
 * only the first request is not enough: a screen also refetches on live events, and the button would disappear.
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

export async function abortFirstPost(page: Page, address: string): Promise<void> {
  let isAborted = false;
  await page.route(address, (route) => {
    if (isAborted || route.request().method() !== "POST") return route.fallback();
    isAborted = true;
    return route.abort();
  });
}
