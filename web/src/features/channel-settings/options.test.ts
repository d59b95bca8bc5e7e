import { expect, test } from "vitest";
import { languageOptions, timeZoneOptions } from "./options";

test("the current time zone and language are offered even if the lists do not have them", () => {
  expect(timeZoneOptions("Europe/Kiev")).toContain("Europe/Kiev");
  expect(timeZoneOptions("UTC").filter((one) => one === "UTC")).toHaveLength(1);
  expect(languageOptions("eo")).toContainEqual({ value: "eo", label: "eo" });
  expect(languageOptions("de").filter(({ value }) => value === "de")).toEqual([{ value: "de", label: "German" }]);
});
