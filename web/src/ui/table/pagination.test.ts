import { expect, test } from "vitest";
import { paginationLabels } from "./pagination";

test('the footer shows "from - to / total" and "Records per page" [O4]', () => {
  expect(paginationLabels.paginationText({ from: 51, to: 73, totalRecords: 73 })).toBe("51 - 73 / 73");
  expect(paginationLabels.recordsPerPageLabel).toBe("Records per page");
});
