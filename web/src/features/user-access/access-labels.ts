import { dayAndTime, mediumDate, secondsBetween, shortAge } from "../../lib/time/dates";
import { shortDuration } from "../../lib/time/durations";
import type { AccessEnds, Invite, Member } from "./access-types";

const DAY = 86_400;

/** Time left in its two largest units: "in 2 h 5 m", "in 6 d 23 h". */
export function timeLeft(until: string, now: number): string {
  return `in ${shortDuration(secondsBetween(now, until))}`;
}

/** When the access of a member ends; null if the access has no end. */
export function endOfAccess(member: Pick<Member, "expires_at" | "ends_after_stream">, now: number): string | null {
  if (member.expires_at !== null) return `Access expires ${timeLeft(member.expires_at, now)}`;
  return member.ends_after_stream ? "Access ends after the stream" : null;
}

/** Last visit of a member: "Now", "29m ago", "Yesterday", "6 days ago", from 14 days the date. */
export function lastSeen(member: Pick<Member, "is_online" | "last_seen_at">, now: number): string {
  if (member.is_online) return "Now";
  if (member.last_seen_at === null) return "Not yet";
  const seconds = secondsBetween(member.last_seen_at, now);
  if (seconds < 60) return "Just now";
  if (seconds < DAY) return `${shortAge(member.last_seen_at, now)} ago`;
  const days = Math.floor(seconds / DAY);
  if (days === 1) return "Yesterday";
  return days < 14 ? `${days} days ago` : mediumDate(member.last_seen_at);
}

const GUEST_LABELS: Record<AccessEnds, string | null> = {
  never: null,
  "24h": "Guest, 24 hours",
  "7d": "Guest, 7 days",
  date: null,
  after_stream: "Guest, one stream",
};

/** End of the access that an invitation gives: "Guest, 7 days"; null if the access has no end. */
export function guestLabel(invite: Pick<Invite, "access_ends" | "access_ends_at">): string | null {
  if (invite.access_ends_at !== null) return `Guest until ${dayAndTime(invite.access_ends_at)}`;
  return GUEST_LABELS[invite.access_ends];
}

/** How an invitation was closed: "Accepted by kestrel_", "Nobody used it in time". */
export function closedLine(invite: Invite): string {
  const by = invite.closed_by ?? "someone who is gone";
  switch (invite.state) {
    case "used":
      return `Accepted by ${by}`;
    case "revoked":
      return `Revoked by ${by} before anyone used it`;
    case "void":
      return `${invite.created_by ?? "Its sender"} can no longer invite members`;
    default:
      return "Nobody used it in time";
  }
}

export const INVITE_STATES: Record<Invite["state"], string> = {
  open: "Open",
  used: "Used",
  revoked: "Revoked",
  expired: "Expired",
  void: "Not valid",
};
