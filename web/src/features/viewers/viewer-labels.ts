import type { LineAuthor } from "../../api/chat";
import { secondsBetween } from "../../lib/time/dates";
import { ageWords, shortDuration } from "../../lib/time/durations";
import type { Viewer } from "./viewers.queries";

const ROLES: Record<string, string> = {
  Public: "Viewer",
  Sub: "Subscriber",
  Mod: "Moderator",
  Owner: "Streamer",
};

/** What somebody is on their platform, in the words of a chat. */
export function roleWord(role: string): string {
  return ROLES[role] ?? role;
}

/** "Kick, VIP, follows for 1 y 4 m" */
export function whoLine(platform: string, role: string, followedAt: string | null, now: number): string {
  const parts = [platform, ROLES[role] === "Viewer" ? "" : roleWord(role)];
  const follows = followedAt === null ? "" : `follows for ${ageWords(secondsBetween(followedAt, now))}`;
  return [...parts, follows].filter(Boolean).join(", ");
}

const SUB = 1;
const VIP = 2;
const MOD = 7;
const OWNER = 500;

/** The signs beside a name are made for authors of lines; a card knows the level alone. */
export function asAuthor({ provider_viewer_id: id, login, name, colour, level, is_bot }: Viewer): LineAuthor {
  return {
    id,
    login,
    name,
    colour,
    is_bot,
    is_broadcaster: level >= OWNER,
    is_moderator: level === MOD,
    is_vip: level === VIP,
    is_subscriber: level === SUB,
  };
}

/** "Banned", "Timed out, 9 m 41 s left"; null once it is over. */
export function sentOutWords(sentOut: Viewer["sent_out"], now: number): string | null {
  if (!sentOut) return null;
  if (sentOut.until === null) return "Banned";
  const left = secondsBetween(now, sentOut.until);
  return left === 0 ? null : `Timed out, ${shortDuration(left)} left`;
}

interface Strike {
  filter_name: string;
  count: number;
  expires_at: string;
}

/** "None", "2 (Caps)", "3 (Caps, Links)": only those that still count. */
export function strikeWords(strikes: readonly Strike[], now: number): string {
  const counting = strikes.filter(({ expires_at: end }) => Date.parse(end) > now);
  const sum = counting.reduce((total, { count }) => total + count, 0);
  return sum === 0 ? "None" : `${sum} (${counting.map(({ filter_name: name }) => name).join(", ")})`;
}

/** "3 h 12 min"; a minute is the least that counts. */
export function watchWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return seconds === 0 ? "None yet" : "Under 1 min";
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours.toLocaleString("en-GB")} h ${minutes % 60} min`;
}

type Sub = Pick<Viewer, "is_subscriber" | "sub_months">;

/** "No", "14 months"; "Yes" where the platform does not say how many. */
export function subWords({ is_subscriber: isSubscriber, sub_months: months }: Sub): string {
  if (!isSubscriber) return "No";
  if (months === 0) return "Yes";
  return months === 1 ? "1 month" : `${months.toLocaleString("en-GB")} months`;
}

/** How many streams in a row. */
export function streakWords(streak: number): string {
  if (streak === 0) return "None";
  return streak === 1 ? "1 stream" : `${streak.toLocaleString("en-GB")} streams`;
}

export function accountCount(count: number): string {
  return count === 1 ? "1 account" : `${count} accounts`;
}
