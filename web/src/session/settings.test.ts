import { expect, test } from "vitest";
import { mergeSettings } from "./settings";

test("a partial update leaves the other settings alone [T12 K6]", () => {
  expect(mergeSettings({ sidebar: "open", chat: 13 }, { chat: 15 })).toEqual({ sidebar: "open", chat: 15 });
});

test("null removes a key [T12]", () => {
  expect(mergeSettings({ sidebar: "open", chat: 13 }, { chat: null })).toEqual({ sidebar: "open" });
});

test("false, 0 and an empty text are kept [T12]", () => {
  expect(mergeSettings({}, { muted: false, volume: 0, note: "" })).toEqual({ muted: false, volume: 0, note: "" });
});
