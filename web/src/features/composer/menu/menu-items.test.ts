import { expect, test } from "vitest";
import { actionItems, commandItems, type Emote, emoteItems, isCalled, orderName, personItems } from "./menu-items";

const emote = (name: string, facts: Partial<Emote> = {}): Emote => ({
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
  ...facts,
});
const person = (name: string, provider = "twitch", login = name.toLowerCase()) => ({
  provider,
  id: login,
  login,
  name,
  colour: "#fff",
});
const labels = (items: { label: string }[]) => items.map(({ label }) => label);

test("emotes that begin with what was typed come first, then those that contain it, then emoji", () => {
  const items = emoteItems("fire", [emote("catFire"), emote("fireDance"), emote("sad")]);
  expect(labels(items)).toEqual(["fireDance", "catFire", "fire"]);
  expect(items.at(-1)).toMatchObject({ insert: "🔥", picture: { kind: "sign", sign: "🔥" } });
});

test("what only changes another emote is not offered alone", () => {
  expect(labels(emoteItems("wide", [emote("wide!", { is_modifier: true })]))).toEqual([]);
});

test("a menu never has more than eight", () => {
  expect(
    emoteItems(
      "",
      Array.from({ length: 40 }, (_, index) => emote(`e${index}`)),
    ),
  ).toHaveLength(8);
});

test("recent chatters stand before those the search found, each once", () => {
  const kestrel = person("Kestrel");
  const items = personItems({ query: "ke", isOrder: false }, [kestrel], [kestrel, person("Kepler", "kick")]);
  expect(items.map(({ insert }) => insert)).toEqual(["@Kestrel", "@Kepler"]);
});

test("people are found by their login as well as by the name that is shown", () => {
  const zofie = person("Žofie kreslí", "twitch", "zofiekresli");
  const hanna = person("Hanna Lindqvist", "youtube", "@hannal");
  const found = (query: string) => labels(personItems({ query, isOrder: false }, [zofie], [hanna]));
  expect(found("zofiek")).toEqual(["Žofie kreslí"]);
  expect(found("KRESLI")).toEqual(["Žofie kreslí"]);
  expect(found("hannal")).toEqual(["Hanna Lindqvist"]);
  expect(found("@hannal")).toEqual(["Hanna Lindqvist"]);
  expect(found("marek")).toEqual([]);
});

test("everybody who answers to a name is offered before those who only begin with it", () => {
  const crowd = Array.from({ length: 20 }, (_, index) => person(`zofie${index}`));
  const namesakes = [person("Zofie", "kick", "zofie_k"), person("Žofie kreslí", "twitch", "zofie")];
  const items = personItems({ query: "zofie", isOrder: true }, [...crowd, ...namesakes], []);
  expect(labels(items).slice(0, 3)).toEqual(["Zofie", "Žofie kreslí", "zofie0"]);
  expect(items).toHaveLength(8);
  const many = Array.from({ length: 10 }, (_, index) => person("Zofie", "kick", `k${index}`));
  expect(personItems({ query: "zofie", isOrder: true }, [...crowd, ...many], [])).toHaveLength(10);
});

test("a login that the shown name does not tell stands behind it", () => {
  const hints = [person("Žofie", "twitch", "zofiekresli"), person("Kestrel"), person("Hannal", "youtube", "@hannal")];
  const items = personItems({ query: "", isOrder: false }, hints, []);
  expect(items.map(({ hint }) => hint)).toEqual(["zofiekresli", undefined, undefined]);
});

test("an action takes a name in one word", () => {
  const hanna = person("Hanna Lindqvist", "youtube", "@hannal");
  expect(orderName(hanna)).toBe("@hannal");
  expect([isCalled(hanna, "hannal"), isCalled(hanna, "@HANNAL"), isCalled(hanna, "hanna")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("actions are found by their beginning, and without commands there is nothing to offer", () => {
  expect(labels(actionItems("un"))).toEqual(["/unban name"]);
  expect(actionItems("per")).toMatchObject([{ label: "/permit name", hint: "Let somebody post one link" }]);
  expect(commandItems("so", [])).toEqual([]);
});
