import { expect, test } from "vitest";
import type { LinePart } from "../../api/chat";
import { foldParts, stackEmotes } from "./emote-stacks";
import { safeUrl } from "./safe-url";

const text = (value: string): LinePart => ({ kind: "text", text: value });
const emote = (name: string, is_zero_width = false): LinePart => ({
  kind: "emote",
  text: name,
  url: `https://emotes.example/${name}`,
  is_zero_width,
});
const rendered = (parts: readonly LinePart[]) =>
  stackEmotes(parts).map(({ part, overlays }) => [part.text, ...overlays.map((layer) => layer.text)].join("+"));

test("several zero-width emotes can overlay the emote before them", () => {
  const parts = [
    text("hi "),
    emote("Fox"),
    text(" "),
    emote("Rain", true),
    text(" "),
    emote("Hat", true),
    text(" yes"),
  ];
  expect(rendered(parts)).toEqual(["hi ", "Fox+Rain+Hat", " yes"]);
});

test("a zero-width emote without an emote before it is shown alone", () => {
  expect(rendered([emote("Rain", true), text(" hi "), emote("Hat", true)])).toEqual(["Rain", " hi ", "Hat"]);
});

test("folding a message never splits a character", () => {
  expect(foldParts([text("abc"), emote("Fox"), text("defgh")], 8).map((part) => part.text)).toEqual([
    "abc",
    "Fox",
    "de",
  ]);
  expect(foldParts([text("ab🦊")], 3)).toEqual([text("ab")]);
});

test("only http(s) URLs are safe", () => {
  expect(safeUrl("https://clips.example/a?b=1")).toBe("https://clips.example/a?b=1");
  for (const bad of ["javascript:alert(1)", "data:text/html,x", "//x.example", "x", "", " javascript:alert(1)"]) {
    expect(safeUrl(bad)).toBeNull();
  }
});
