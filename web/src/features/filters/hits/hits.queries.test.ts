import { expect, test } from "vitest";
import { filterHit } from "../test-filter";
import { HITS_SHOWN, withHits } from "./hits.queries";

const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

test("what is told stands where it would stand if the list were fetched again", () => {
  const list = [filterHit("05"), filterHit("02")];
  expect(idsOf(withHits(list, [filterHit("07"), filterHit("03"), filterHit("06")]))).toEqual([
    "07",
    "06",
    "05",
    "03",
    "02",
  ]);
});

test("a hit that is told and fetched is shown once", () => {
  expect(idsOf(withHits([filterHit("02")], [filterHit("02"), filterHit("02")]))).toEqual(["02"]);
});

test("the list never grows beyond what one answer holds", () => {
  const list = Array.from({ length: HITS_SHOWN }, (_, place) => filterHit(String(500 - place)));
  const after = withHits(list, [filterHit("600")]);
  expect([after.length, after[0]?.id, after.at(-1)?.id]).toEqual([HITS_SHOWN, "600", "302"]);
});
