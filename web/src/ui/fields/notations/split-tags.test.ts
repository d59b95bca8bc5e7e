import { expect, test } from "vitest";
import { addTags } from "./split-tags";

test("a pasted list is split at lines and commas, trimmed and without repeats", () => {
  expect(addTags(["a.example"], " b.example\r\nc.example, a.example,,b.example")).toEqual([
    "a.example",
    "b.example",
    "c.example",
  ]);
});

test("blank text adds nothing", () => {
  expect(addTags(["a.example"], "  \n ")).toEqual(["a.example"]);
});
