import { expect, test } from "vitest";
import { attentionBadge } from "./nav-entry";

const words = { needed: (count: number) => `${count} need more`, none: "None connected" };
const fine = { scope_needed: false, bot_provider: { scope_needed: false } };

test("a platform that needs permissions is counted, and so is one whose bot does [S2]", () => {
  const records = [fine, { scope_needed: true }, { scope_needed: false, bot_provider: { scope_needed: true } }];
  expect(attentionBadge(records, words)).toEqual({ tone: "danger", text: "2", label: "2 need more" });
});

test("a platform that needs both counts once [S2]", () => {
  expect(attentionBadge([{ scope_needed: true, bot_provider: { scope_needed: true } }], words)?.text).toBe("1");
});

test("nothing connected shows an exclamation mark [S2 S4]", () => {
  expect(attentionBadge([], words)).toEqual({ tone: "attention", text: "!", label: "None connected" });
});

test("all well shows nothing, and so does a list that is still loading [S2]", () => {
  expect(attentionBadge([fine, { scope_needed: false, bot_provider: null }], words)).toBeNull();
  expect(attentionBadge(undefined, words)).toBeNull();
});
