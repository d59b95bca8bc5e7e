import { expect } from "@playwright/test";

// Tolerances for a busy machine: the page may paint the start of a duration late, and run the timer at its end late.
const EARLY_MS = 250;
const LATE_MS = 900;

/** Poll intervals for changes within a second; Playwright's own intervals soon grow to one second. */
export const POLL_INTERVALS = [50, 100, 100, 200];

/** Expects that a duration measured inside the page is about `expected`. */
export function expectAfter(milliseconds: number, expected: number): void {
  expect(milliseconds).toBeGreaterThanOrEqual(expected - EARLY_MS);
  expect(milliseconds).toBeLessThan(expected + LATE_MS);
}

/** Expects that a duration measured from outside the page is about `expected`: both its ends may be late. */
export function expectAbout(milliseconds: number, expected: number): void {
  expect(Math.abs(milliseconds - expected)).toBeLessThan(LATE_MS);
}
