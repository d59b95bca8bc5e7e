import { expect } from "@playwright/test";

const LATE_MS = 450;
const ROUNDING_MS = 20;

/** For a timer that was timed inside the page: it never fires early, and on a busy machine it fires late. */
export function expectAfter(milliseconds: number, wanted: number): void {
  expect(milliseconds).toBeGreaterThanOrEqual(wanted - ROUNDING_MS);
  expect(milliseconds).toBeLessThan(wanted + LATE_MS);
}

/** For the time between two things seen from outside: each of them may have been late. */
export function expectAbout(milliseconds: number, wanted: number): void {
  expect(Math.abs(milliseconds - wanted)).toBeLessThan(LATE_MS);
}
