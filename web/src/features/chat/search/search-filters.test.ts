import { expect, test } from "vitest";
import { NO_SEARCH, problemOf, wantedOf } from "./search-filters";

test("empty fields ask for nothing", () => {
  expect(wantedOf({ ...NO_SEARCH, text: "  " })).toBeNull();
});

test("a viewer brings their platform along", () => {
  const viewer = { provider: "kick", id: "7", name: "DoubleEspresso" };
  expect(wantedOf({ ...NO_SEARCH, text: " bell ", provider: "twitch", viewer })).toEqual({
    q: "bell",
    viewer_id: "7",
    provider: "kick",
  });
});

test("the last day is meant whole", () => {
  const wanted = wantedOf({ ...NO_SEARCH, from: "2025-03-04", to: "2025-03-04" });
  expect(Date.parse(wanted?.until ?? "") - Date.parse(wanted?.since ?? "")).toBe(24 * 3600 * 1000);
});

test("signs alone are not looked for, and the field says so", () => {
  for (const text of ["😀", "!?", " … "]) {
    expect(wantedOf({ ...NO_SEARCH, text, provider: "kick" })).toBeNull();
    expect(problemOf({ text })).toBe("Needs a letter or a digit");
  }
  for (const text of ["", "  ", "7", "é!", "花"]) expect(problemOf({ text })).toBeNull();
});
