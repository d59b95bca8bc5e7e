import {
  IconAward,
  IconCash,
  IconCoin,
  IconCrown,
  IconDiamond,
  IconGift,
  IconHeart,
  IconMessageDollar,
  IconRocket,
  IconShare3,
  IconStar,
  IconSticker,
  IconTicket,
  IconUserHeart,
  type TablerIcon,
} from "@tabler/icons-react";
import { formatNumber } from "../../../lib/locale";
import type { Kind } from "./activity-types";

interface KindInfo {
  label: string;
  icon: TablerIcon;
}

export const KINDS: Record<Kind, KindInfo> = {
  follow: { label: "Follow", icon: IconUserHeart },
  sub: { label: "Sub", icon: IconStar },
  resub: { label: "Resub", icon: IconStar },
  gift: { label: "Gifted sub", icon: IconGift },
  gift_bomb: { label: "Gift bomb", icon: IconGift },
  cheer: { label: "Bits", icon: IconDiamond },
  super_chat: { label: "Super Chat", icon: IconMessageDollar },
  super_sticker: { label: "Super Sticker", icon: IconSticker },
  membership: { label: "Membership", icon: IconCrown },
  milestone: { label: "Milestone", icon: IconAward },
  membership_gift: { label: "Gifted members", icon: IconGift },
  kicks: { label: "Kicks", icon: IconCoin },
  tiktok_gift: { label: "Gift", icon: IconGift },
  like: { label: "Likes", icon: IconHeart },
  share: { label: "Share", icon: IconShare3 },
  raid: { label: "Raid", icon: IconRocket },
  redemption: { label: "Redemption", icon: IconTicket },
  tip: { label: "Tip", icon: IconCash },
};

export interface KindGroup {
  label: string;
  kinds: readonly Kind[];
  /** Undefined for kinds without a size. */
  size?: SizeChoices;
}

interface SizeChoices {
  /** Minimums that the server accepts; see docs/activity.md. */
  minimums: readonly number[];
  text: (size: number) => string;
}

const countLabel = (unit: string) => (size: number) => `${formatNumber(size)} ${unit}`;
const COIN_MINIMUMS = [10, 50, 100, 500, 1_000, 5_000, 10_000];
const DOLLAR_SIZES: SizeChoices = { minimums: [1, 2, 5, 10, 20, 50, 100], text: (size) => `$${size}` };

/** Kinds that are shown and hidden together, in the order of the options. */
export const GROUPS: readonly KindGroup[] = [
  { label: "Follows", kinds: ["follow"] },
  {
    label: "Subs and resubs",
    kinds: ["sub", "resub"],
    size: { minimums: [2, 3, 6, 12, 24, 36], text: countLabel("months") },
  },
  {
    label: "Gifted subs",
    kinds: ["gift", "gift_bomb"],
    size: { minimums: [2, 5, 10, 20, 50, 100], text: countLabel("subs") },
  },
  { label: "Bits", kinds: ["cheer"], size: { minimums: COIN_MINIMUMS, text: countLabel("bits") } },
  { label: "Super Chats", kinds: ["super_chat", "super_sticker"], size: DOLLAR_SIZES },
  { label: "Memberships", kinds: ["membership", "milestone", "membership_gift"] },
  { label: "Kicks", kinds: ["kicks"], size: { minimums: COIN_MINIMUMS, text: countLabel("Kicks") } },
  { label: "TikTok gifts", kinds: ["tiktok_gift"], size: { minimums: COIN_MINIMUMS, text: countLabel("coins") } },
  { label: "Likes and shares", kinds: ["like", "share"] },
  {
    label: "Raids",
    kinds: ["raid"],
    size: { minimums: [2, 5, 10, 20, 50, 100, 500, 1_000], text: countLabel("viewers") },
  },
  { label: "Redemptions", kinds: ["redemption"] },
  { label: "Tips", kinds: ["tip"], size: DOLLAR_SIZES },
];

/** Whether the kind is in `KINDS`; a newer server may send other kinds. */
export function isKind(kind: string): kind is Kind {
  return Object.hasOwn(KINDS, kind);
}

export const ALL_KINDS: readonly Kind[] = GROUPS.flatMap(({ kinds }) => kinds);
