import { expect, test } from "vitest";
import type { Activity } from "../feed/activity-types";
import { ALL_KINDS } from "../feed/kinds";
import { activity } from "../feed/test-activity";
import { activityText, money } from "./activity-text";

const amount = (value: number, currency: string, decimals: number) => money({ amount: value, currency, decimals });

test.each<[Partial<Activity>, string]>([
  [{ kind: "follow" }, "followed"],
  [{ kind: "sub" }, "subscribed, Tier 1 1 month"],
  [{ kind: "resub", months: 14, tier: "Prime" }, "resubscribed, Prime 14 months"],
  [{ kind: "resub", months: 24, tier: "" }, "resubscribed 2 years"],
  [{ kind: "gift", tier: "" }, "gifted 1 sub"],
  [{ kind: "gift_bomb", count: 5, tier: "2" }, "gifted 5 Tier 2 subs"],
  [{ kind: "cheer", amount: 1000, currency: "BITS", decimals: 0 }, "cheered 1,000 bits"],
  [{ kind: "super_chat", amount: 2000, currency: "USD" }, "sent a Super Chat $20.00"],
  [{ kind: "membership", tier: "Backstage", title: "upgrade" }, "upgraded their membership Backstage"],
  [{ kind: "membership_gift", count: 5 }, "gifted 5 memberships"],
  [{ kind: "milestone", months: 6 }, "reached a milestone 6 months"],
  [{ kind: "tiktok_gift", count: 48, title: "Rose", amount: 48, currency: "DIAMONDS" }, "sent 48 × Rose 48 coins"],
  [{ kind: "kicks", title: "Full House", amount: 500, currency: "KICKS", decimals: 0 }, "sent Full House 500 Kicks"],
  [{ kind: "kicks", title: "", amount: 100, currency: "KICKS", decimals: 0 }, "sent Kicks 100 Kicks"],
  [{ kind: "raid", count: 214 }, "raided 214 viewers"],
  [{ kind: "redemption", count: 500, title: "Hydrate" }, "redeemed Hydrate 500 points"],
  [{ kind: "tip", amount: 500, currency: "EUR" }, "tipped €5.00"],
])("the text of %o is %s", (overrides, expected) => {
  const { action, amount: number } = activityText(activity(overrides));
  expect(`${action} ${number}`.trim()).toBe(expected);
});

test.each<[Partial<Activity>, string]>([
  [{ kind: "super_sticker", title: "Baby lemon" }, "Baby lemon"],
  [{ kind: "cheer", title: "Gigantify an Emote" }, "Gigantify an Emote"],
  [{ kind: "tip", title: "Rocket" }, "Rocket"],
  [{ kind: "redemption", title: "Hydrate" }, ""],
])("beside the text of %o its detail is %s", (overrides, expected) => {
  expect(activityText(activity(overrides)).detail).toBe(expected);
});

test("every kind has an action without underscores", () => {
  const actions = ALL_KINDS.map((kind) => activityText(activity({ kind })).action);
  expect(actions.filter((action) => action.includes("_") || action === "")).toEqual([]);
});

test("an unknown kind is shown by its name, with spaces for underscores", () => {
  expect(activityText(activity({ kind: "hype_train" })).action).toBe("hype train");
});

test("amounts have the decimals and the symbol of their currency", () => {
  expect([amount(500, "JPY", 0), amount(1250, "KWD", 3), amount(1, "KICKS", 0), amount(0, "USD", 2)]).toEqual([
    "¥500",
    "KWD 1.250".replace(" ", "\u00a0"),
    "1 Kick",
    "",
  ]);
});

test("an amount in an unknown currency is shown with the code of the currency", () => {
  expect(amount(1234, "GEMSTONES", 0)).toBe("1,234 GEMSTONES");
});
