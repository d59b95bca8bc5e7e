import { formatNumber } from "../../../lib/locale";
import type { Activity } from "../feed/activity-types";

const COIN_NAMES: Record<string, readonly [one: string, many: string]> = {
  BITS: ["bit", "bits"],
  KICKS: ["Kick", "Kicks"],
  // TikTok reports diamonds; a gift has as many diamonds as it costs coins.
  DIAMONDS: ["coin", "coins"],
  JEWELS: ["jewel", "jewels"],
};
const ISO_CODE = /^[A-Z]{3}$/;

/** Texts of a row; name, `action` and `amount` form a sentence: "Odalys gifted 5 subs". */
export interface ActivityText {
  action: string;
  amount: string;
  /** Name of the gift, sticker or power-up, if it is not part of the action. */
  detail: string;
}

export function activityText(activity: Activity): ActivityText {
  const [action, amount, detail = ""] = textsOf(activity);
  return { action, amount, detail };
}

function textsOf(activity: Activity): [action: string, amount: string, detail?: string] {
  const { kind, count, months, tier, title } = activity;
  switch (kind) {
    case "follow":
      return ["followed", ""];
    case "sub":
      return [withTier("subscribed", tier), monthsText(months)];
    case "resub":
      return [withTier("resubscribed", tier), monthsText(months)];
    case "gift":
    case "gift_bomb":
      return ["gifted", countLabel(count, ...subNames(tier))];
    case "cheer":
      return ["cheered", money(activity), title];
    case "super_chat":
      return ["sent a Super Chat", money(activity)];
    case "super_sticker":
      return ["sent a Super Sticker", money(activity), title];
    case "membership":
      return [membershipAction(title), tier];
    case "milestone":
      return ["reached a milestone", monthsText(months)];
    case "membership_gift":
      return ["gifted", countLabel(count, "membership", "memberships")];
    case "kicks":
      return [`sent ${title || "Kicks"}`, money(activity)];
    case "tiktok_gift":
      return [`sent ${countLabel(count, "×", "×")} ${title || "gift"}`, money(activity)];
    case "like":
      return ["liked the stream", countLabel(count, "like", "likes")];
    case "share":
      return ["shared the stream", ""];
    case "raid":
      return ["raided", countLabel(count, "viewer", "viewers")];
    case "redemption":
      return [`redeemed ${title}`, countLabel(count, "point", "points")];
    case "tip":
      return ["tipped", money(activity), title];
    default:
      return [kind.replaceAll("_", " "), money(activity), title];
  }
}

/** "$20.00", "¥500", "1,000 bits"; empty for the amount 0, which means free or unknown. */
export function money({ amount, currency, decimals }: Pick<Activity, "amount" | "currency" | "decimals">): string {
  if (amount === 0) return "";
  const coin = COIN_NAMES[currency];
  if (coin) return countLabel(amount, ...coin);
  const value = amount / 10 ** decimals;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (!ISO_CODE.test(currency)) return `${formatNumber(value, digits)} ${currency}`.trim();
  return formatNumber(value, { style: "currency", currency, ...digits });
}

function countLabel(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

function monthsText(months: number): string {
  if (months === 0) return "";
  return months % 12 === 0 ? countLabel(months / 12, "year", "years") : countLabel(months, "month", "months");
}

function withTier(action: string, tier: string): string {
  return tier ? `${action}, ${tierName(tier)}` : action;
}

function subNames(tier: string): [one: string, many: string] {
  return tier ? [`${tierName(tier)} sub`, `${tierName(tier)} subs`] : ["sub", "subs"];
}

function tierName(tier: string): string {
  return /^\d+$/.test(tier) ? `Tier ${tier}` : tier;
}

function membershipAction(title: string): string {
  if (title === "upgrade") return "upgraded their membership";
  return title === "gift" ? "received a membership" : "became a member";
}
