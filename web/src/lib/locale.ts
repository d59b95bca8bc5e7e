import { useSyncExternalStore } from "react";

// English until the user chooses: dates with the day first, money with the short signs of American English ("$", "¥").
const ENGLISH_DATES = "en-GB";
const ENGLISH_NUMBERS = "en-US";

let chosen: string | null = null;
const listeners = new Set<() => void>();

/**
 * Sets the locale of all dates and numbers; null, or a locale that the browser does not support, means English.
 * May be called while rendering; open screens show the new locale only after `announceLocale`, called in an effect.
 */
export function setLocale(locale: string | null): void {
  chosen = locale !== null && isLocale(locale) ? locale : null;
}

/** Renders again every component that calls `useChosenLocale`. */
export function announceLocale(): void {
  for (const listener of listeners) listener();
}

/** The chosen locale, or null; screens and memoised rows call it to be rendered again when the locale changes. */
export function useChosenLocale(): string | null {
  return useSyncExternalStore(subscribe, () => chosen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while no locale is chosen; false for a chosen en-US. */
export function isDefaultLocale(): boolean {
  return chosen === null;
}

export function isLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

/** "4,812", or as the options say. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(chosen ?? ENGLISH_NUMBERS, options);
}

/** A number that was counted up to a limit: "1,000+" if there are more. */
export function formatCount(count: number, hasMore = false): string {
  return `${formatNumber(count)}${hasMore ? "+" : ""}`;
}

/** Formatter of numbers with fixed options. */
export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  const formatter = perLocale((locale) => new Intl.NumberFormat(locale ?? ENGLISH_NUMBERS, options));
  return (value) => formatter().format(value);
}

/** Formatter of dates with fixed options. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (moment: Date | number) => string {
  const formatter = perLocale((locale) => new Intl.DateTimeFormat(locale ?? ENGLISH_DATES, options));
  return (moment) => formatter().format(moment);
}

/** "0.7" */
export const oneDecimal = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

// Creating a formatter takes much longer than using it.
function perLocale<Formatter>(create: (locale: string | null) => Formatter): () => Formatter {
  let cached: { locale: string | null; formatter: Formatter } | null = null;
  return () => {
    if (cached?.locale !== chosen) cached = { locale: chosen, formatter: create(chosen) };
    return cached.formatter;
  };
}
