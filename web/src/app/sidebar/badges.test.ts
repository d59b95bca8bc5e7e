import { expect, test } from "vitest";
import { attentionBadge } from "./badges";

const labels = { needed: (count: number) => `${count} need more`, none: "None connected" };
const complete = { scope_needed: false, bot_provider: { scope_needed: false } };

test("a connection is counted if its account or its bot lacks permissions at the platform [S2]", () => {
  const records = [complete, { scope_needed: true }, { scope_needed: false, bot_provider: { scope_needed: true } }];
  expect(attentionBadge(records, labels)).toEqual({ tone: "danger", text: "2", label: "2 need more" });
});

test("a connection whose account and bot both lack permissions at the platform counts once [S2]", () => {
  expect(attentionBadge([{ scope_needed: true, bot_provider: { scope_needed: true } }], labels)?.text).toBe("1");
});

test("no connections show an exclamation mark [S2 S4]", () => {
  expect(attentionBadge([], labels)).toEqual({ tone: "attention", text: "!", label: "None connected" });
});

test("no badge while loading or when no connection lacks permissions [S2]", () => {
  expect(attentionBadge([complete, { scope_needed: false, bot_provider: null }], labels)).toBeNull();
  expect(attentionBadge(undefined, labels)).toBeNull();
});
