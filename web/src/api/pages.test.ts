import { expect, test } from "vitest";
import { nextCursor } from "./pages";

test("an infinite list ends at a null cursor [T10]", () => {
  expect([nextCursor({ cursor: "b" }), nextCursor({ cursor: null })]).toEqual(["b", undefined]);
});
