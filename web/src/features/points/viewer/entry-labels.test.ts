import { expect, test } from "vitest";
import { deltaLabel, entryTitle, isShown } from "./entry-labels";

test("a change by hand names its author and its direction", () => {
  const entry = { reason: "adjusted", delta: 750, actor_name: "Juniper Vale" } as const;
  expect(entryTitle(entry)).toBe("Added by Juniper Vale");
  expect(entryTitle({ ...entry, delta: -5 })).toBe("Taken by Juniper Vale");
  expect(entryTitle({ reason: "watched", delta: 10, actor_name: "" })).toBe("Watched");
});

test("a change of the balance is shown with its sign", () => {
  expect([deltaLabel(1_500), deltaLabel(-250), deltaLabel(0)]).toEqual(["+1,500", "−250", "0"]);
});

test("a filter of the history shows only entries with its reasons", () => {
  expect(isShown({ reason: "bet" }, "games")).toBe(true);
  expect(isShown({ reason: "bet" }, "earned")).toBe(false);
  expect(isShown({ reason: "queue" }, "all")).toBe(true);
});
