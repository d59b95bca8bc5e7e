import { useEffect } from "react";
import { announceLocale, isLocale, setLocale } from "../../lib/locale";
import { type UserSettings, useSettings } from "../settings";

/** Key in the user's settings. Its value is a locale such as "de-DE", or `BROWSER`; no value means English. */
export const LOCALE_SETTING = "locale";
export const BROWSER = "browser";

/** The user's locale, or null for English. */
export function localeOf(settings: UserSettings | undefined, browser: string = navigator.language): string | null {
  const saved = settings?.[LOCALE_SETTING];
  const locale = saved === BROWSER ? browser : saved;
  return typeof locale === "string" && isLocale(locale) ? locale : null;
}

/** Applies the user's locale; called above every screen that shows dates or numbers. */
export function useApplyLocale(): void {
  const locale = localeOf(useSettings().data);
  // Set while rendering, so that the screens below already use the locale.
  setLocale(locale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: open screens are rendered again when the locale changes.
  useEffect(announceLocale, [locale]);
}
