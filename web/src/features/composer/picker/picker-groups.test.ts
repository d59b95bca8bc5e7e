import { expect, test } from "vitest";
import { PLATFORMS } from "../test-platforms";
import { gridRows, movedCell, type PickerGroup, pickerGroups } from "./picker-groups";
import { emote } from "./test-emotes";

const EMOJI = [
  ["fire", "🔥"],
  ["thumbs_up", "👍"],
] as const;
const SOURCES = [
  { key: "7tv", name: "7TV", count: 2, refreshed_at: null, problem: null },
  { key: "betterttv", name: "BetterTTV", count: 0, refreshed_at: null, problem: "BetterTTV is not responding" },
];
const EMOTES = [
  emote("catJAM", "7tv", ["twitch"]),
  emote("EZ", "7tv", ["twitch", "youtube"]),
  emote("Kappa", "twitch", ["twitch"]),
  emote("wide!", "7tv", ["twitch"], { is_modifier: true }),
];

function groups(selected: string[], query = "", recent: string[] = []): PickerGroup[] {
  return pickerGroups({
    emotes: EMOTES,
    sources: SOURCES,
    emoji: EMOJI,
    recent,
    query,
    selected,
    platforms: PLATFORMS,
  });
}
const named = (all: PickerGroup[]) =>
  all.map(({ title, emotes }) => `${title}: ${emotes.map(({ name }) => name).join(" ")}`.trim());

test("emotes are grouped by platform and service, emoji come after them, and modifiers are left out", () => {
  expect(named(groups(["twitch"]))).toEqual(["Twitch: Kappa", "7TV: catJAM EZ", "Emoji: fire thumbs up", "BetterTTV:"]);
});

test("emotes that work on the selected platforms come first; other emotes are greyed with the reason", () => {
  const all = groups(["youtube"]);
  expect(named(all)).toEqual(["7TV: EZ catJAM", "Emoji: fire thumbs up", "Twitch: Kappa", "BetterTTV:"]);
  const [ez, catJam] = all[0]?.emotes ?? [];
  expect([ez?.isUsable, ez?.note, catJam?.isUsable, catJam?.note]).toEqual([true, "", false, "Works on Twitch only"]);
});

test("an emote that works on one of two selected platforms names that one, and says that elsewhere it is text", () => {
  const kappa = groups(["twitch", "youtube"])[0]?.emotes[0];
  expect([kappa?.isUsable, kappa?.note]).toEqual([true, "Twitch only, sent as text elsewhere"]);
});

test("without a selected platform nothing can be used, and the group of a service that fails has the error", () => {
  const all = groups([]);
  expect(all.flatMap(({ emotes }) => emotes.map(({ note }) => note))).toEqual(
    Array(5).fill("Select at least one platform"),
  );
  expect(all.find(({ title }) => title === "BetterTTV")?.problem).toBe("BetterTTV is not responding");
});

test("recent emotes come first, newest first, without emotes that this channel does not have", () => {
  expect(named(groups(["twitch"], "", ["🔥", "notHere", "EZ"]))[0]).toBe("Recent: fire EZ");
});

test("a search finds parts of names, names that start with it first, and hides empty groups", () => {
  expect(named(groups(["twitch"], "k", ["EZ"]))).toEqual(["Twitch: Kappa"]);
  expect(named(groups(["twitch"], "up"))).toEqual(["Emoji: thumbs up"]);
  expect(named(groups(["twitch"], "nothing"))).toEqual([]);
});

test("arrow keys move through rows of different lengths", () => {
  const five = Array.from({ length: 5 }, (_, index) => emote(`e${index}`, "7tv", ["twitch"]));
  const all = pickerGroups({
    emotes: five,
    sources: SOURCES.slice(0, 1),
    emoji: EMOJI,
    recent: [],
    query: "",
    selected: ["twitch"],
    platforms: PLATFORMS,
  });
  // Three columns: e0 e1 e2 / e3 e4 / fire thumbs_up.
  const rows = gridRows(all, 3);
  const moves = ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"];
  const path: number[] = [];
  for (const key of moves) path.push(movedCell(key, path.at(-1) ?? 0, rows) ?? -1);
  expect(path).toEqual([1, 2, 4, 6, 4, 3, 2]);
  expect(movedCell("ArrowUp", 1, rows)).toBe(1);
  expect(movedCell("ArrowDown", 6, rows)).toBe(6);
  expect(movedCell("Home", 6, rows)).toBeNull();
});
