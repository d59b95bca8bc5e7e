import { expect, test } from "vitest";
import { nextCursor } from "./pages";

test("an endless list ends where the cursor is null [T10]", () => {
  expect([nextCursor({ cursor: "b" }), nextCursor({ cursor: null })]).toEqual(["b", undefined]);
});
