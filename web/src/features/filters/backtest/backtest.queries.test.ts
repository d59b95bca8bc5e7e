import { expect, test } from "vitest";
import { bodyOf } from "../editor/draft";
import { draft } from "../test-filter";
import { type Rules, rulesDiffer } from "./backtest.queries";

const rules: Rules = { channelId: "c1", filterId: "f1", filter: bodyOf(draft({}), false) };
const changed = (part: Parameters<typeof draft>[0]): Rules => ({ ...rules, filter: bodyOf(draft(part), false) });

test("a new name keeps the backtest result, new rules outdate it", () => {
  expect(rulesDiffer(rules, changed({ name: "Ads" }))).toBe(false);
  expect(rulesDiffer(rules, changed({ providers: ["kick"] }))).toBe(true);
});
