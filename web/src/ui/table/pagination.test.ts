import { expect, test } from "vitest";
import { paginationWords } from "./pagination";

test("a page says from - to / total and names its size [O4]", () => {
  expect(paginationWords.paginationText({ from: 51, to: 73, totalRecords: 73 })).toBe("51 - 73 / 73");
  expect(paginationWords.recordsPerPageLabel).toBe("Records per page");
});
