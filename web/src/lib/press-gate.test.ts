import { expect, test } from "vitest";
import { makeGate } from "./press-gate";

test("of two presses in a row one gets through", () => {
  const gate = makeGate();
  expect([gate.enter(), gate.enter()]).toEqual([true, false]);
});

test("a gate that opened again lets the next one through", () => {
  const gate = makeGate();
  gate.enter();
  gate.open();
  expect(gate.enter()).toBe(true);
});
