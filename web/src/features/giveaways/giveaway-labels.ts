import { formatNumber } from "../../lib/locale";
import { joinNames } from "../../lib/text/join-names";
import { exactDuration } from "../../lib/time/durations";
import { SUBJECTS } from "../../session/access/subjects";
import { levelLabel } from "../../ui/chat/role-labels";
import type { TagTone } from "../../ui/tag";
import type { Draw, Giveaway, GiveawayState } from "./giveaway-types";

export const MAY_NOT_MANAGE = SUBJECTS.giveaways.mayNotManage;

export const STATE_LABELS: Record<GiveawayState, string> = {
  draft: "Draft",
  open: "Open",
  paused: "Paused",
  closed: "Closed",
  drawn: "Drawn",
  archived: "Archived",
};

export const STATE_TONES: Record<GiveawayState, TagTone> = {
  draft: "plain",
  open: "live",
  paused: "attention",
  closed: "plain",
  drawn: "ok",
  archived: "plain",
};

export const DRAW_LABELS: Record<Draw["status"], string> = {
  waiting: "Drawn",
  claimed: "Won",
  missed: "Did not claim",
  passed_over: "Passed over",
  replaced: "Replaced",
};

export function formatCount(value: number): string {
  return formatNumber(value);
}

export function countLabel(value: number, noun: string): string {
  return `${formatCount(value)} ${value === 1 ? noun : `${noun}s`}`;
}

/** How viewers enter: the keyword itself, or a description. */
export function entryLabel({ entry, keyword }: Pick<Giveaway, "entry" | "keyword">): string {
  if (entry === "keyword") return keyword ?? "";
  return entry === "command" ? "A command with $(giveaway.enter)" : "Any message in chat";
}

export function ticketLabel(giveaway: Pick<Giveaway, "ticket_cost" | "max_tickets">, points: string): string {
  const { ticket_cost: cost = 0, max_tickets: max = 1 } = giveaway;
  const price = cost === 0 ? "Free" : `${formatCount(cost)} ${points}`;
  return max === 1 ? `${price}, one each` : `${price}, up to ${max} each`;
}

/** The price of a ticket as a sentence; empty if tickets are free. */
export function priceLabel({ ticket_cost: cost = 0 }: Pick<Giveaway, "ticket_cost">): string {
  return cost === 0 ? "" : `A ticket costs ${countLabel(cost, "point")}`;
}

/** Who may enter: "Everyone", or "Sub and higher, 30 minutes watched". */
export function eligibilityLabel(giveaway: Giveaway): string {
  const { min_level: level = 0, follow_days: follow = 0, account_days: account = 0 } = giveaway;
  const { watch_minutes: minutes = 0, min_messages: messages = 0 } = giveaway;
  const conditions = [
    level > 0 ? `${levelLabel(level) ?? "Staff"} and higher` : null,
    follow > 0 ? `followers for ${countLabel(follow, "day")}` : null,
    account > 0 ? `accounts of ${countLabel(account, "day")}` : null,
    minutes > 0 ? `${countLabel(minutes, "minute")} watched` : null,
    messages > 0 ? `${countLabel(messages, "message")} written` : null,
  ].filter((one) => one !== null);
  return conditions.length === 0 ? "Everyone" : capital(conditions.join(", "));
}

export function leftOutLabel({ excludes_staff: staff = true, past_winner_days: days = 0 }: Giveaway): string {
  const leftOut = [staff ? "staff" : null, days > 0 ? `winners of the last ${countLabel(days, "day")}` : null].filter(
    (one) => one !== null,
  );
  return leftOut.length === 0 ? "Nobody" : capital(joinNames(leftOut));
}

export function weightLabel({ weights }: Giveaway): string {
  const { sub = 1, vip = 1, mod = 1 } = weights ?? {};
  const heavier = [
    sub > 1 ? `Subs ${sub}×` : null,
    vip > 1 ? `VIPs ${vip}×` : null,
    mod > 1 ? `Mods ${mod}×` : null,
  ].filter((one) => one !== null);
  return heavier.length === 0 ? "Same for everyone" : heavier.join(", ");
}

export function claimLabel({ claim_seconds: seconds = 0 }: Giveaway): string {
  return seconds === 0 ? "Not needed" : `${exactDuration(seconds)}, then redraw`;
}

/** The chance that one of these tickets is drawn: "0.73 %". */
export function chanceLabel(tickets: number, total: number): string {
  if (total === 0) return "–";
  const percent = (100 * tickets) / total;
  return `${formatNumber(percent, { maximumSignificantDigits: percent < 10 ? 2 : 3 })} %`;
}

/** Minutes and seconds that are left to claim a prize: "0:42". */
export function countdownLabel(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Whether the drawn viewer has won the prize, or can still claim it. */
export function isWinner({ status }: Pick<Draw, "status">): boolean {
  return status === "waiting" || status === "claimed";
}

/** Whether the giveaway is drawn, or closed without entries. */
export function canBeArchived({ state, entry_count: entries }: Pick<Giveaway, "state" | "entry_count">): boolean {
  return state === "drawn" || (state === "closed" && entries === 0);
}

/** Whether deleting the giveaway pays tickets back: only if they cost points and no viewer has won. */
export function isPaidBack({ winner_count: winners, ticket_cost: cost = 0 }: Giveaway): boolean {
  return winners === 0 && cost > 0;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
