import { expect, test } from "vitest";
import { NO_SEARCH } from "./search-fields";
import { problemOf, searchQuery } from "./search-filters";

test("empty fields give no query", () => {
  expect(searchQuery({ ...NO_SEARCH, text: "  " })).toBeNull();
});

test("the platform of a chosen viewer replaces the chosen platform in the query", () => {
  const viewer = { provider: "kick", id: "7", name: "DoubleEspresso" };
  expect(searchQuery({ ...NO_SEARCH, text: " bell ", provider: "twitch", viewer })).toEqual({
    q: "bell",
    viewer_id: "7",
    provider: "kick",
  });
});

test("the day in the field To is included", () => {
  const query = searchQuery({ ...NO_SEARCH, from: "2025-03-04", to: "2025-03-04" });
  expect(Date.parse(query?.until ?? "") - Date.parse(query?.since ?? "")).toBe(24 * 3600 * 1000);
});

test("punctuation alone is not searched, and the field shows an error", () => {
  for (const text of ["😀", "!?", " … "]) {
    expect(searchQuery({ ...NO_SEARCH, text, provider: "kick" })).toBeNull();
    expect(problemOf({ text })).toBe("Enter at least one letter or digit");
  }
  for (const text of ["", "  ", "7", "é!", "花"]) expect(problemOf({ text })).toBeNull();
});
