import { expect, test } from "vitest";
import { detailsOf, namesOf, textsOf, withText } from "./entry-texts";

const COMMAND = { cmds: ["!a", "!b"], responses: [{ text: "one" }, { text: "two", weight: 3 }], access_level: 7 };

test("the texts of a command, a timer and a quote are read from their fields", () => {
  expect(textsOf("commands", COMMAND)).toEqual(["one", "two"]);
  expect(textsOf("timers", { name: "Social", messages: [{ text: "Follow" }] })).toEqual(["Follow"]);
  expect(textsOf("quotes", { text: "So it goes" })).toEqual(["So it goes"]);
});

test("an entry without its list of texts has no texts, and withText leaves it unchanged", () => {
  expect(textsOf("commands", { cmds: ["!a"] })).toEqual([]);
  expect(withText("commands", { cmds: ["!a"] }, 0, "x")).toEqual({ cmds: ["!a"] });
});

test("withText replaces one text and keeps all other fields", () => {
  expect(withText("commands", COMMAND, 1, "three")).toEqual({
    ...COMMAND,
    responses: [{ text: "one" }, { text: "three", weight: 3 }],
  });
  expect(withText("quotes", { text: "old", number: 4 }, 0, "new")).toEqual({ text: "new", number: 4 });
});

test("a command has several names, a timer has one", () => {
  expect(namesOf(COMMAND)).toEqual(["!a", "!b"]);
  expect(namesOf({ name: "Social" })).toEqual(["Social"]);
  expect(namesOf({ text: "a quote" })).toEqual([]);
});

test("level, cooldowns, cost and interval have labels", () => {
  expect(detailsOf("commands", { ...COMMAND, global_cooldown: 30, chatter_cooldown: 0, cost: 1_500 })).toEqual([
    "Mod",
    "Cooldown 30 / 0 s",
    "Costs 1,500",
  ]);
  expect(detailsOf("commands", { cmds: ["!a"] })).toEqual([]);
  expect(detailsOf("timers", { interval_minutes: 15 })).toEqual(["Every 15 min"]);
});
