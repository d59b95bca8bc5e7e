import type { Activity } from "./stage-types";

const NUMBER = new Intl.NumberFormat("en");
const SIGNS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };
const COINS: Record<string, string> = { BITS: "Bits", KICKS: "Kicks", DIAMONDS: "diamonds", JEWELS: "Jewels" };

function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : many}`;
}

function amountText({ amount, currency, decimals }: Activity): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const number = new Intl.NumberFormat("en", digits).format(amount / 10 ** decimals);
  const sign = SIGNS[currency];
  return sign ? `${sign}${number}` : `${number} ${COINS[currency] ?? currency}`;
}

/** The activity in a few words: “followed”, “214 raiders”, “$20.00”. */
export function activityDetail(activity: Activity): string {
  if (activity.amount > 0) return amountText(activity);
  switch (activity.kind) {
    case "follow":
      return "followed";
    case "sub":
      return "subscribed";
    case "resub":
    case "milestone":
      return countLabel(activity.months, "month");
    case "gift":
    case "gift_bomb":
      return countLabel(activity.count, "sub");
    case "membership":
      return "joined";
    case "membership_gift":
      return countLabel(activity.count, "membership");
    case "raid":
      return countLabel(activity.count, "raider");
    case "like":
      return countLabel(activity.count, "like");
    case "share":
      return "shared";
    default:
      return activity.title;
  }
}
