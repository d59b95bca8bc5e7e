import { expect, test } from "vitest";
import { attentionBadge } from "./nav-entry";

const labels = { needed: (count: number) => `${count} need more`, none: "None connected" };
const complete = { scope_needed: false, bot_provider: { scope_needed: false } };

test("a platform is counted if it or its bot needs permissions [S2]", () => {
  const records = [complete, { scope_needed: true }, { scope_needed: false, bot_provider: { scope_needed: true } }];
  expect(attentionBadge(records, labels)).toEqual({ tone: "danger", text: "2", label: "2 need more" });
});

test("a platform that needs permissions for its account and its bot counts once [S2]", () => {
  expect(attentionBadge([{ scope_needed: true, bot_provider: { scope_needed: true } }], labels)?.text).toBe("1");
});

test("no connections show an exclamation mark [S2 S4]", () => {
  expect(attentionBadge([], labels)).toEqual({ tone: "attention", text: "!", label: "None connected" });
});

test("no badge while loading or when no platform needs attention [S2]", () => {
  expect(attentionBadge([complete, { scope_needed: false, bot_provider: null }], labels)).toBeNull();
  expect(attentionBadge(undefined, labels)).toBeNull();
});
