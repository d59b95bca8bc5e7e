import { expect, test } from "vitest";
import { makeGate } from "./press-gate";

test("only the first of two quick clicks passes", () => {
  const gate = makeGate();
  expect([gate.enter(), gate.enter()]).toEqual([true, false]);
});

test("a reopened gate lets the next click pass", () => {
  const gate = makeGate();
  gate.enter();
  gate.open();
  expect(gate.enter()).toBe(true);
});
