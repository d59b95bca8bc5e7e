import { expect, test } from "vitest";
import { paginationLabels } from "./pagination";

test("a page says from - to / total and names its size [O4]", () => {
  expect(paginationLabels.paginationText({ from: 51, to: 73, totalRecords: 73 })).toBe("51 - 73 / 73");
  expect(paginationLabels.recordsPerPageLabel).toBe("Records per page");
});
