import { expect, test } from "vitest";
import { localeOf } from "./locale";

test("the saved locale or the browser's is used, and English if none is saved or the locale is unknown", () => {
  expect(localeOf({ locale: "de-DE" }, "fr-FR")).toBe("de-DE");
  expect(localeOf({ locale: "browser" }, "fr-FR")).toBe("fr-FR");
  expect([localeOf({}, "fr-FR"), localeOf({ locale: 7 }), localeOf({ locale: "??" }), localeOf(undefined)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
