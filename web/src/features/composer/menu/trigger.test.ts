import { expect, test } from "vitest";
import { findSlashCommand } from "../slash/slash-commands";
import { insertAt, triggerAt } from "./trigger";

const at = (text: string) => triggerAt(text, text.length, findSlashCommand, "!");

test("a trigger character at the start of a word opens its menu", () => {
  expect(at("hello @kes")).toEqual({ character: "@", query: "kes", start: 6, end: 10, isCommandUser: false });
  expect(at("@")).toMatchObject({ character: "@", query: "" });
  expect(at("nice :fire")).toMatchObject({ character: ":", query: "fire" });
});

test("a trigger character inside an address, time or smiley opens no menu", () => {
  expect([at("a@b"), at("10:30"), at("https://x"), at("hi :D"), at("what!no"), at(":")]).toEqual(Array(6).fill(null));
});

test("commands open a menu only at the start of the message", () => {
  expect(at("/tim")).toMatchObject({ character: "/", query: "tim" });
  expect(at("see /tim")).toBeNull();
  expect(at("!so")).toMatchObject({ character: "!", query: "so" });
  expect(at("well !so")).toBeNull();
});

test("the first word after a slash command that takes a user is the user, with or without @", () => {
  expect(at("/timeout kes")).toEqual({ character: "@", query: "kes", start: 9, end: 12, isCommandUser: true });
  expect(at("/ban @kes")).toMatchObject({ query: "kes", start: 6, isCommandUser: true });
  expect(at("/timeout kestrel 10")).toBeNull();
});

test("after an unknown command there is no menu", () => {
  expect([at("/dance hi"), at("/dance @kes"), at(" /shrug well @kes"), at("/ kes")]).toEqual([null, null, null, null]);
  expect(at(" /BAN kes")).toMatchObject({ query: "kes", isCommandUser: true });
  expect(at("/reply kestrel ask @lena")).toMatchObject({ character: "@", query: "lena", isCommandUser: false });
});

test("after a slash command that takes no user, the text has the menus of a message", () => {
  expect([at("/slow 30"), at("/clear ")]).toEqual([null, null]);
  expect(at("/me waves at @kes")).toMatchObject({ character: "@", query: "kes", isCommandUser: false });
  expect(at("/announce :fire")).toMatchObject({ character: ":", query: "fire" });
  expect(at("/raid pix")).toMatchObject({ query: "pix", isCommandUser: true });
});

test("there is no menu after a slash command until the slash commands are loaded", () => {
  expect(triggerAt("/ban kes", 8, null, "!")).toBeNull();
  expect(triggerAt("hi @kes", 7, null, "!")).toMatchObject({ query: "kes" });
});

test("only the word before the caret counts", () => {
  expect(triggerAt("@kes hi", 4, null, "!")).toEqual({
    character: "@",
    query: "kes",
    start: 0,
    end: 4,
    isCommandUser: false,
  });
  expect(triggerAt("@kes and more", 8, null, "!")).toBeNull();
});

test("a pick replaces the word, and one space follows it", () => {
  expect(insertAt("hi @kes there", { start: 3, end: 7 }, "@kestrel")).toEqual({ text: "hi @kestrel there", caret: 12 });
  expect(insertAt("@k", { start: 0, end: 2 }, "@kestrel")).toEqual({ text: "@kestrel ", caret: 9 });
});

test("the channel's prefix at the start of the message opens the command menu, another prefix does not", () => {
  const typed = (text: string, prefix: string) => triggerAt(text, text.length, findSlashCommand, prefix);
  expect(typed("?so", "?")).toEqual({ character: "!", query: "so", start: 0, end: 3, isCommandUser: false });
  expect(typed("::so", "::")).toMatchObject({ character: "!", query: "so" });
  for (const text of ["!so", "hi ?so", "?so me"]) expect(typed(text, "?")).toBeNull();
});
