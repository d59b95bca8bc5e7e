import { expect, test } from "vitest";
import { EMOJI } from "./emoji";
import { commandItems, type Emote, emoteItems, hasName, oneWordName, personItems } from "./menu-items";

const emote = (name: string, overrides: Partial<Emote> = {}): Emote => ({
  id: name,
  name,
  source: "7tv",
  url: `/${name}.webp`,
  large_url: "",
  width: 28,
  height: 28,
  is_animated: false,
  is_modifier: false,
  is_zero_width: false,
  providers: ["twitch"],
  ...overrides,
});
const person = (name: string, provider = "twitch", login = name.toLowerCase()) => ({
  provider,
  id: login,
  login,
  name,
  colour: "#fff",
});
const labels = (items: { label: string }[]) => items.map(({ label }) => label);

test("emotes that start with the query come first, then emotes that contain it, then emoji", () => {
  const items = emoteItems("fire", [emote("catFire"), emote("fireDance"), emote("sad")], EMOJI);
  expect(labels(items)).toEqual(["fireDance", "catFire", "fire"]);
  expect(items.at(-1)).toMatchObject({ insert: "🔥", picture: { kind: "emoji", emoji: "🔥" } });
});

test("modifier emotes are not listed", () => {
  expect(labels(emoteItems("wide", [emote("wide!", { is_modifier: true })], EMOJI))).toEqual([]);
});

test("the menu of emotes has at most eight items", () => {
  expect(
    emoteItems(
      "",
      Array.from({ length: 40 }, (_, index) => emote(`e${index}`)),
      EMOJI,
    ),
  ).toHaveLength(8);
});

test("recent chatters come before search results, without duplicates", () => {
  const kestrel = person("Kestrel");
  const items = personItems({ query: "ke", isCommandUser: false }, [kestrel], [kestrel, person("Kepler", "kick")]);
  expect(items.map(({ insert }) => insert)).toEqual(["@Kestrel", "@Kepler"]);
});

test("users are found by login and by display name", () => {
  const zofie = person("Žofie kreslí", "twitch", "zofiekresli");
  const hanna = person("Hanna Lindqvist", "youtube", "@hannal");
  const found = (query: string) => labels(personItems({ query, isCommandUser: false }, [zofie], [hanna]));
  expect(found("zofiek")).toEqual(["Žofie kreslí"]);
  expect(found("KRESLI")).toEqual(["Žofie kreslí"]);
  expect(found("hannal")).toEqual(["Hanna Lindqvist"]);
  expect(found("@hannal")).toEqual(["Hanna Lindqvist"]);
  expect(found("marek")).toEqual([]);
});

test("exact matches come before prefix matches", () => {
  const prefixMatches = Array.from({ length: 20 }, (_, index) => person(`zofie${index}`));
  const exactMatches = [person("Zofie", "kick", "zofie_k"), person("Žofie kreslí", "twitch", "zofie")];
  const items = personItems({ query: "zofie", isCommandUser: true }, [...prefixMatches, ...exactMatches], []);
  expect(labels(items).slice(0, 3)).toEqual(["Zofie", "Žofie kreslí", "zofie0"]);
  expect(items).toHaveLength(8);
  const many = Array.from({ length: 10 }, (_, index) => person("Zofie", "kick", `k${index}`));
  expect(personItems({ query: "zofie", isCommandUser: true }, [...prefixMatches, ...many], [])).toHaveLength(10);
});

test("a login that differs from the display name is shown as a hint", () => {
  const hints = [person("Žofie", "twitch", "zofiekresli"), person("Kestrel"), person("Hannal", "youtube", "@hannal")];
  const items = personItems({ query: "", isCommandUser: false }, hints, []);
  expect(items.map(({ hint }) => hint)).toEqual(["zofiekresli", undefined, undefined]);
});

test("a user whose name has spaces is suggested by login as the user of a slash command", () => {
  const hanna = person("Hanna Lindqvist", "youtube", "@hannal");
  expect(oneWordName(hanna)).toBe("@hannal");
  expect([hasName(hanna, "hannal"), hasName(hanna, "@HANNAL"), hasName(hanna, "hanna")]).toEqual([true, true, false]);
});

test("a channel without commands has an empty command menu", () => {
  expect(commandItems("so", [], "!")).toEqual([]);
});
