import type { components } from "../api/schema";

/** Kinds of stored activities: all kinds but joins. */
export type ActivityKind = Exclude<components["schemas"]["ActivityKind"], "join">;

export const KIND_LABELS: Record<ActivityKind, string> = {
  follow: "Follow",
  sub: "Sub",
  resub: "Resub",
  gift: "Gifted sub",
  gift_bomb: "Gift bomb",
  cheer: "Bits",
  super_chat: "Super Chat",
  super_sticker: "Super Sticker",
  membership: "Membership",
  milestone: "Milestone",
  membership_gift: "Gifted members",
  kicks: "Kicks",
  tiktok_gift: "TikTok gift",
  like: "Likes",
  share: "Share",
  raid: "Raid",
  redemption: "Redemption",
  tip: "Tip",
};

const ACTIVITY = "activity.";

const OTHER_EVENTS: Record<string, string> = {
  "stream.started": "Stream starts",
  "stream.ended": "Stream ends",
  moderation: "Bans, timeouts and other moderation actions",
};

/** Label of a webhook event; an unknown event, of a newer server, is shown by its name. */
export function eventLabel(name: string): string {
  if (!name.startsWith(ACTIVITY)) return OTHER_EVENTS[name] ?? name;
  const labels: Record<string, string> = KIND_LABELS;
  return labels[name.slice(ACTIVITY.length)] ?? name;
}
