import { expect, test } from "vitest";
import { matchingTemplates } from "./template-search";
import { testTemplate } from "./test-template";

const basics = testTemplate({ title: "Basics", commands: [{ cmds: ["!discord"], responses: [{ text: "Join us" }] }] });
const games = testTemplate({ title: "Games", description: "For boards" });

test.each([
  ["basic", ["Basics"]],
  ["!DISC", ["Basics"]],
  ["join", ["Basics"]],
  ["boards", ["Games"]],
  ["  ", ["Basics", "Games"]],
  ["nothing", []],
])("%s finds %j", (query, titles) => {
  expect(matchingTemplates([basics, games], query).map(({ title }) => title)).toEqual(titles);
});
