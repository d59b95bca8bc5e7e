import { BROWSER } from "../../session/locale/locale";

// Each label is in its own language, so that its users recognise it.
const LOCALES = [
  ["en-US", "English (United States)"],
  ["cs-CZ", "Čeština"],
  ["da-DK", "Dansk"],
  ["de-DE", "Deutsch"],
  ["es-ES", "Español"],
  ["fr-FR", "Français"],
  ["it-IT", "Italiano"],
  ["hu-HU", "Magyar"],
  ["nl-NL", "Nederlands"],
  ["nb-NO", "Norsk"],
  ["pl-PL", "Polski"],
  ["pt-BR", "Português (Brasil)"],
  ["fi-FI", "Suomi"],
  ["sv-SE", "Svenska"],
  ["tr-TR", "Türkçe"],
  ["el-GR", "Ελληνικά"],
  ["ru-RU", "Русский"],
  ["uk-UA", "Українська"],
  ["ja-JP", "日本語"],
  ["zh-CN", "简体中文"],
  ["ko-KR", "한국어"],
] as const;

/** Choices of the language of dates and numbers; the empty value is the default. */
export const LOCALE_OPTIONS = [
  { value: "", label: "English (United Kingdom)" },
  { value: BROWSER, label: "Same as this browser" },
  ...LOCALES.map(([value, label]) => ({ value, label })),
];
