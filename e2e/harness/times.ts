import { expect } from "@playwright/test";

// A busy machine paints late what starts a time, and runs late the timer that ends it.
const EARLY_MS = 250;
const LATE_MS = 900;

/** How soon to look again for what comes within a second: Playwright alone would soon look only once a second. */
export const OFTEN = [50, 100, 100, 200];

/** For a timer that was timed inside the page, between what it put up and what it took away. */
export function expectAfter(milliseconds: number, wanted: number): void {
  expect(milliseconds).toBeGreaterThanOrEqual(wanted - EARLY_MS);
  expect(milliseconds).toBeLessThan(wanted + LATE_MS);
}

/** For the time between two things seen from outside: each of them may have been late. */
export function expectAbout(milliseconds: number, wanted: number): void {
  expect(Math.abs(milliseconds - wanted)).toBeLessThan(LATE_MS);
}
