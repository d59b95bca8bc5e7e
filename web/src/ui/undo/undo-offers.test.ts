import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentUndoOffers, offerUndo, takeUndo, withdrawUndo } from "./undo-offers";

const names = () => currentUndoOffers().map(({ name }) => name);

function offer(name: string, keys: readonly string[] = [name], run: () => void = () => undefined) {
  offerUndo({ channelId: "c1", verb: "Banned", name, suffix: "on Twitch", keys, run });
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("an offer lasts 10 s and not longer", () => {
  offer("grimbly_77");
  vi.advanceTimersByTime(9999);
  expect(names()).toEqual(["grimbly_77"]);
  vi.advanceTimersByTime(1);
  expect(names()).toEqual([]);
});

test("each offer has its own 10 s, and the latest is last", () => {
  offer("first");
  vi.advanceTimersByTime(6000);
  offer("second");
  expect(names()).toEqual(["first", "second"]);
  vi.advanceTimersByTime(4000);
  expect(names()).toEqual(["second"]);
});

test("an offer runs once, and other offers stay", () => {
  const run = vi.fn();
  offer("first");
  offer("second", ["second"], run);
  const taken = currentUndoOffers().at(-1);
  if (taken) takeUndo(taken);
  if (taken) takeUndo(taken);
  expect([run.mock.calls.length, names()]).toEqual([1, ["first"]]);
});

test("an offer is withdrawn by any one of its keys, and other offers stay", () => {
  offer("grimbly_77", ["e1", "t:77"]);
  offer("kestrel_", ["e2", "t:78"]);
  withdrawUndo("t:77");
  expect(names()).toEqual(["kestrel_"]);
});
