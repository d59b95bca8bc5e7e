import { expect, test } from "vitest";
import { filterHit } from "../test-filter";
import { MAX_HITS, mergeHits } from "./hits.queries";

const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

test("live hits are merged into the fetched list, newest first", () => {
  const list = [filterHit("05"), filterHit("02")];
  expect(idsOf(mergeHits(list, [filterHit("07"), filterHit("03"), filterHit("06")]))).toEqual([
    "07",
    "06",
    "05",
    "03",
    "02",
  ]);
});

test("a hit that is both live and fetched is listed once", () => {
  expect(idsOf(mergeHits([filterHit("02")], [filterHit("02"), filterHit("02")]))).toEqual(["02"]);
});

test("a list of hits keeps only the newest up to the maximum", () => {
  const list = Array.from({ length: MAX_HITS }, (_, index) => filterHit(String(500 - index)));
  const after = mergeHits(list, [filterHit("600")]);
  expect([after.length, after[0]?.id, after.at(-1)?.id]).toEqual([MAX_HITS, "600", "302"]);
});
