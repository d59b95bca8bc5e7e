import type { components } from "../../../api/schema";
import type { SlashCommandName } from "./command-list";

export type ChatModes = components["schemas"]["ChatModesIn"];

const DEFAULT_SLOW_SECONDS = 30;
const MINUTE = 60;
const UNIT_SECONDS: Record<string, number> = {
  s: 1,
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

const SWITCHES: Partial<Record<SlashCommandName, ChatModes>> = {
  slowoff: { slow_seconds: null },
  followersoff: { followers_seconds: null },
  subscribers: { subscribers_only: true },
  subscribersoff: { subscribers_only: false },
  emoteonly: { emotes_only: true },
  emoteonlyoff: { emotes_only: false },
};

/** The modes that a command changes, or a problem with its duration; null if it has too many arguments. */
export function parseModes(name: SlashCommandName, words: string[]): ChatModes | { problem: string } | null {
  const [duration = "", ...rest] = words;
  if (rest.length > 0) return null;
  if (name === "slow") {
    const seconds = duration ? secondsOf(duration, 1) : DEFAULT_SLOW_SECONDS;
    return seconds ? { slow_seconds: seconds } : { problem: "Duration must be in seconds, e.g. 30, 10s, 2m" };
  }
  if (name === "followers") {
    // As on Twitch, a plain number is in minutes; without a duration all followers may write.
    const seconds = duration ? secondsOf(duration, MINUTE) : 0;
    return seconds === null ? { problem: "Duration must be 0–90d, e.g. 10m, 1h, 7d" } : { followers_seconds: seconds };
  }
  return duration ? null : (SWITCHES[name] ?? null);
}

function secondsOf(text: string, plainUnitSeconds: number): number | null {
  const match = /^(\d{1,6})([smhdw]?)$/iu.exec(text);
  if (!match) return null;
  const unit = match[2]?.toLowerCase();
  return Number(match[1]) * (unit ? (UNIT_SECONDS[unit] ?? 1) : plainUnitSeconds);
}
