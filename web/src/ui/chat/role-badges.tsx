import type { ReactNode } from "react";
import type { LineAuthor } from "../../api/chat";
import classes from "./role-badges.module.css";

interface RoleBadge {
  role: "streamer" | "moderator" | "vip" | "subscriber" | "bot";
  label: string;
  /** Kinds of platform badges whose text may replace our label. */
  kinds: readonly string[];
  has: (author: LineAuthor) => boolean;
  shape: ReactNode;
}

const BADGES: readonly RoleBadge[] = [
  {
    role: "bot",
    label: "Bot",
    kinds: ["bot", "bot-badge"],
    has: (author) => author.is_bot === true,
    shape: <path d="M3.2 5.4h7.6v5H3.2zM7 2.6v2.8M5.3 7.3v1M8.7 7.3v1" />,
  },
  {
    role: "streamer",
    label: "Streamer",
    // None: what platforms call broadcaster, owner or anchor is "Streamer" everywhere.
    kinds: [],
    has: (author) => author.is_broadcaster === true,
    shape: <path d="M2.8 4.6h5.2v4.8H2.8zM8.2 6.6l3-1.8v4.4l-3-1.8" />,
  },
  {
    role: "moderator",
    label: "Moderator",
    kinds: ["moderator", "lead_moderator"],
    has: (author) => author.is_moderator === true,
    shape: <path d="M10.6 3.4 5.9 8.1M4.2 7.1l2.7 2.7M3.4 10.6l1.6-1.6" />,
  },
  {
    role: "vip",
    label: "VIP",
    kinds: ["vip"],
    has: (author) => author.is_vip === true,
    shape: <path className={classes["filled"]} d="M4.4 3.8h5.2l1.7 2.3L7 10.7 2.7 6.1z" />,
  },
  {
    role: "subscriber",
    label: "Subscriber",
    kinds: ["subscriber", "founder", "member"],
    has: (author) => author.is_subscriber === true,
    shape: (
      <path className={classes["filled"]} d="m7 2.8 1.3 2.7 2.9.4-2.1 2 .5 2.9L7 9.4l-2.6 1.4.5-2.9-2.1-2 2.9-.4z" />
    ),
  },
];

/**
 * Role badges of an author as our own icons, equal on every platform. Where the platform's badge says more than our
 * label, such as "Lead moderator", its text is the title.
 */
export function RoleBadges({ author }: { author: LineAuthor }) {
  return BADGES.filter(({ has }) => has(author)).map((badge) => {
    const title = badgeTitle(badge, author);
    return (
      <svg
        key={badge.role}
        className={classes["badge"]}
        data-role={badge.role}
        viewBox="0 0 14 14"
        role="img"
        aria-label={title}
      >
        <title>{title}</title>
        <rect className={classes["background"]} width="14" height="14" rx="3" />
        {badge.shape}
      </svg>
    );
  });
}

function badgeTitle({ role, label, kinds }: RoleBadge, { badges = [], sub_months: months = 0 }: LineAuthor): string {
  const platformLabel = badges.find(({ kind }) => kinds.includes(kind))?.label ?? "";
  // Some platforms only repeat the badge name in lower case.
  if (platformLabel && platformLabel.toLowerCase() !== label.toLowerCase()) return platformLabel;
  if (role !== "subscriber" || months === 0) return label;
  return `${label}, ${months} ${months === 1 ? "month" : "months"}`;
}
