import { expect, test } from "vitest";
import { insertAt, triggerAt } from "./trigger";

const at = (text: string, isAsked = false) => triggerAt(text, text.length, isAsked);

test("a sign at the beginning of a word opens its menu", () => {
  expect(at("hello @kes")).toEqual({ sign: "@", query: "kes", start: 6, end: 10, isOrder: false });
  expect(at("@")).toMatchObject({ sign: "@", query: "" });
  expect(at("nice :fire")).toMatchObject({ sign: ":", query: "fire" });
});

test("a sign inside a word opens nothing: addresses, times, smileys", () => {
  expect([at("a@b"), at("10:30"), at("https://x"), at("hi :D"), at("what!no")]).toEqual([null, null, null, null, null]);
});

test("the button for emotes opens the menu with the sign alone", () => {
  expect(at(":")).toBeNull();
  expect(at("look :", true)).toMatchObject({ sign: ":", query: "", start: 5 });
});

test("actions and commands are whole messages", () => {
  expect(at("/tim")).toMatchObject({ sign: "/", query: "tim" });
  expect(at("see /tim")).toBeNull();
  expect(at("!so")).toMatchObject({ sign: "!", query: "so" });
  expect(at("well !so")).toBeNull();
});

test("the first word after an action is a name, with or without its sign", () => {
  expect(at("/timeout kes")).toEqual({ sign: "@", query: "kes", start: 9, end: 12, isOrder: true });
  expect(at("/ban @kes")).toMatchObject({ query: "kes", start: 6, isOrder: true });
  expect(at("/timeout kestrel 10")).toBeNull();
});

test("behind a word that is no action there is no menu", () => {
  expect([at("/me hi"), at("/me @kes"), at(" /shrug well @kes"), at("/ kes")]).toEqual([null, null, null, null]);
  expect(at(" /BAN kes")).toMatchObject({ query: "kes", isOrder: true });
  expect(at("/reply kestrel ask @lena")).toMatchObject({ sign: "@", query: "lena", isOrder: false });
});

test("only the word before the caret counts", () => {
  expect(triggerAt("@kes and more", 4)).toEqual({ sign: "@", query: "kes", start: 0, end: 4, isOrder: false });
  expect(triggerAt("@kes and more", 8)).toBeNull();
});

test("a choice replaces the word and leaves one space", () => {
  expect(insertAt("hi @kes there", { start: 3, end: 7 }, "@kestrel")).toEqual({ text: "hi @kestrel there", caret: 12 });
  expect(insertAt("@k", { start: 0, end: 2 }, "@kestrel")).toEqual({ text: "@kestrel ", caret: 9 });
});
