import type { LineAuthor } from "../../api/chat";
import { formatNumber } from "../../lib/locale";
import { secondsBetween } from "../../lib/time/dates";
import { longAge, shortDuration } from "../../lib/time/durations";
import type { Viewer } from "./viewers.queries";

/** Label of a viewer without a follow date: "Not following", or "Unknown" if the platform does not say. */
export function noFollowDateLabel(follows: boolean | null | undefined): string {
  return follows === false ? "Not following" : "Unknown";
}

/** Line under the name: "Kick, VIP, following for 1 y 4 mo". */
export function identityLine(platform: string, role: string, followedAt: string | null, now: number): string {
  const parts = [platform, role === "Public" ? "" : role];
  const follows = followedAt === null ? "" : `following for ${longAge(secondsBetween(followedAt, now))}`;
  return [...parts, follows].filter(Boolean).join(", ");
}

/** The viewer as the author of a line, for the role badges. */
export function asAuthor({ provider_viewer_id: id, ...viewer }: Viewer): LineAuthor {
  const { login, name, colour, is_bot, is_broadcaster, is_moderator, is_vip, is_subscriber, sub_months } = viewer;
  return { id, login, name, colour, is_bot, is_broadcaster, is_moderator, is_vip, is_subscriber, sub_months };
}

/** "Banned", "Timed out, 9 m 41 s left"; null without a ban or time-out, or after its end. */
export function restrictionLabel(restriction: Viewer["sent_out"], now: number): string | null {
  if (!restriction) return null;
  if (restriction.until === null) return "Banned";
  const left = secondsBetween(now, restriction.until);
  return left === 0 ? null : `Timed out, ${shortDuration(left)} left`;
}

interface Strike {
  filter_name: string;
  count: number;
  expires_at: string;
}

/** Strikes that have not expired, with their filters: "None", "2 (Caps)", "3 (Caps, Links)". */
export function strikesLabel(strikes: readonly Strike[], now: number): string {
  const counting = strikes.filter(({ expires_at: end }) => Date.parse(end) > now);
  const sum = counting.reduce((total, { count }) => total + count, 0);
  return sum === 0 ? "None" : `${sum} (${counting.map(({ filter_name: name }) => name).join(", ")})`;
}

/** Watch time rounded down to minutes: "3 h 12 min". */
export function watchTimeLabel(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return seconds === 0 ? "None yet" : "Under 1 min";
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${formatNumber(hours)} h ${minutes % 60} min`;
}

type Sub = Pick<Viewer, "is_subscriber" | "sub_months">;

/** Whether and how long the viewer subscribes: "No", "14 months"; "Yes" if the platform does not report the months. */
export function subscriptionLabel({ is_subscriber: isSubscriber, sub_months: months }: Sub): string {
  if (!isSubscriber) return "No";
  if (months === 0) return "Yes";
  return months === 1 ? "1 month" : `${formatNumber(months)} months`;
}

/** Number of streams in a row that the viewer watched: "None", "4 streams". */
export function streakLabel(streak: number): string {
  if (streak === 0) return "None";
  return streak === 1 ? "1 stream" : `${formatNumber(streak)} streams`;
}

export function accountsLabel(count: number): string {
  return count === 1 ? "1 account" : `${count} accounts`;
}
