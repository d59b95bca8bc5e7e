import { afterEach, expect, test } from "vitest";
import { formatNumber, isLocale, oneDecimal, setLocale } from "./locale";
import { longDateTime } from "./time/dates";

const NOW = new Date(2025, 2, 4, 21, 42, 7);

afterEach(() => setLocale(null));

test("dates and numbers follow the chosen locale, also with a formatter that was used before", () => {
  expect([longDateTime(NOW), formatNumber(4812), oneDecimal(0.7)]).toEqual(["4 March 2025 at 21:42", "4,812", "0.7"]);
  setLocale("de-DE");
  expect([longDateTime(NOW), formatNumber(4812), oneDecimal(0.7)]).toEqual(["4. März 2025 um 21:42", "4.812", "0,7"]);
});

test("an unknown locale is English", () => {
  setLocale("not a locale");
  expect([formatNumber(4812), isLocale("not a locale"), isLocale("xx-XX")]).toEqual(["4,812", false, false]);
});

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*", "!../stage/**", "!./locale.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("no screen formats dates or numbers without the user's locale", () => {
  // The pages of OBS sources are for the audience, not the user; reading the time zone formats no text.
  const written = /toLocale(Date|Time)?String\(|Intl\.(NumberFormat|DateTimeFormat)\((?!\)\.resolvedOptions)/;
  const offenders = Object.entries(sources).filter(([, source]) => written.test(source));
  expect(Object.keys(sources).length).toBeGreaterThan(500);
  expect(offenders.map(([path]) => path)).toEqual([]);
});
