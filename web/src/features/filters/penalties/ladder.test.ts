import { expect, test } from "vitest";
import { moveItem } from "../../../lib/move-item";
import type { Step } from "../filter-types";
import { nextStep, stepLabel, withAction } from "./ladder";

const ladder: Step[] = [{ action: "warn" }, { action: "timeout", seconds: 60 }, { action: "ban" }];

test("moving a step keeps the order of the others", () => {
  expect(moveItem(ladder, 2, 0).map(({ action }) => action)).toEqual(["ban", "warn", "timeout"]);
  expect(moveItem(ladder, 0, 1).map(({ action }) => action)).toEqual(["timeout", "warn", "ban"]);
});

test("the first step cannot move up, nor the last one down", () => {
  expect(moveItem(ladder, 0, -1)).toEqual(ladder);
  expect(moveItem(ladder, 2, 3)).toEqual(ladder);
});

test("a new step is harsher than the last", () => {
  expect(nextStep([])).toEqual({ action: "timeout", seconds: 60 });
  expect(nextStep([{ action: "timeout", seconds: 60 }])).toEqual({ action: "timeout", seconds: 600 });
  expect(nextStep([{ action: "timeout", seconds: 1_209_600 }])).toEqual({ action: "ban" });
});

test("the step after a timeout whose duration is not entered yet is the shortest timeout", () => {
  expect(nextStep([{ action: "timeout", seconds: Number.NaN }])).toEqual({ action: "timeout", seconds: 1 });
});

test("only a timeout has a duration", () => {
  expect(withAction({ action: "timeout", seconds: 90 }, "ban")).toEqual({ action: "ban" });
  expect(withAction({ action: "ban" }, "timeout")).toEqual({ action: "timeout", seconds: 60 });
});

test("the label of a step has its action and duration", () => {
  expect(stepLabel({ action: "timeout", seconds: 600 })).toBe("Time out 10 m");
  expect(stepLabel({ action: "warn" })).toBe("Delete and warn");
});
