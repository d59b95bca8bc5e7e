/** All time zones of the browser, and the current one, whose stored name may be outdated. */
export function timeZoneOptions(current: string): string[] {
  return [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])].sort();
}

const LANGUAGES: Record<string, string> = {
  ar: "Arabic",
  cs: "Czech",
  da: "Danish",
  de: "German",
  el: "Greek",
  en: "English",
  es: "Spanish",
  fi: "Finnish",
  fr: "French",
  he: "Hebrew",
  hi: "Hindi",
  hu: "Hungarian",
  id: "Indonesian",
  it: "Italian",
  ja: "Japanese",
  ko: "Korean",
  nl: "Dutch",
  no: "Norwegian",
  pl: "Polish",
  pt: "Portuguese",
  "pt-BR": "Portuguese (Brazil)",
  ro: "Romanian",
  ru: "Russian",
  sk: "Slovak",
  sv: "Swedish",
  th: "Thai",
  tr: "Turkish",
  uk: "Ukrainian",
  vi: "Vietnamese",
  zh: "Chinese",
};

/** The listed languages, and the current language, which a channel file may set to any code. */
export function languageOptions(current: string): { value: string; label: string }[] {
  const all = { [current]: current, ...LANGUAGES };
  return Object.entries(all)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => (one.label < other.label ? -1 : 1));
}
