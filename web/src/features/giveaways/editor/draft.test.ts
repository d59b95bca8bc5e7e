import { describe, expect, test } from "vitest";
import { localMinute } from "../../../lib/time/local-minute";
import { testGiveaway } from "../test-giveaway";
import { bodyOf, draftOf, NEW_GIVEAWAY, newDraft, rulesOf } from "./draft";

describe("the draft of a giveaway", () => {
  test("is sent as it was stored if nothing changed, with the seconds of its times", () => {
    const stored = testGiveaway({ opens_at: "2030-01-02T21:42:13.500000Z", weights: { sub: 2, vip: 1, mod: 1 } });
    const body = bodyOf(draftOf(stored), stored);
    expect(body.opens_at).toBe("2030-01-02T21:42:13.500000Z");
    expect(body.weights).toEqual({ sub: 2, vip: 1, mod: 1 });
    expect(body).not.toHaveProperty("state");
  });

  test("has no times if none are entered", () => {
    expect(bodyOf(NEW_GIVEAWAY, null)).toMatchObject({ opens_at: null, closes_at: null });
    expect(localMinute(null)).toBe("");
  });

  test("begins with the channel's default rules, which have no title, keyword or times", () => {
    const rules = rulesOf({
      ...NEW_GIVEAWAY,
      title: "Mug",
      keyword: "!mug",
      winners: 3,
      closes_at: "2030-01-02T21:42",
    });
    expect(newDraft(rules)).toEqual({ ...NEW_GIVEAWAY, winners: 3 });
    expect(Object.keys(rules)).not.toContain("title");
  });

  test("sends a changed time", () => {
    const stored = testGiveaway({ closes_at: "2030-01-02T21:42:00Z" });
    const draft = { ...draftOf(stored), closes_at: localMinute("2030-01-02T22:00:00Z") };
    expect(bodyOf(draft, stored).closes_at).toBe("2030-01-02T22:00:00.000Z");
  });
});
