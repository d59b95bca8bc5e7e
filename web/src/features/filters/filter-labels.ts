import {
  IconAbc,
  IconAt,
  IconBan,
  IconBolt,
  IconFlag,
  IconLetterCase,
  IconLink,
  IconMoodSmile,
  IconPilcrow,
  IconRepeat,
  IconSignature,
  IconStack2,
  IconUserPlus,
  type TablerIcon,
} from "@tabler/icons-react";
import { SUBJECTS } from "../../session/access/subjects";
import type { FilterType, Step } from "./filter-types";

export const MAY_NOT_MANAGE = SUBJECTS.filters.mayNotManage;

interface TypeLabels {
  /** Title of the card of the type in the dialog for a new filter, and default name of the filter. */
  name: string;
  /** Tag beside the name in the editor. */
  tag: string;
  /** Sentence on that card. */
  about: string;
  /** Description under "Rule" in the editor. */
  rule: string;
  icon: TablerIcon;
}

export const TYPE_LABELS: Record<FilterType, TypeLabels> = {
  banned_terms: {
    name: "Banned terms",
    tag: "Banned terms",
    about: "Words, phrases and patterns that aren't allowed, even when disguised.",
    rule: "Messages that contain one of these terms, including accents, look-alikes, leet and repeated letters.",
    icon: IconBan,
  },
  link: {
    name: "Links",
    tag: "Link filter",
    about: "Links from viewers without a permit.",
    rule: "Any link that isn't on the allowlist.",
    icon: IconLink,
  },
  caps: {
    name: "Caps",
    tag: "Caps filter",
    about: "Excessive caps.",
    rule: "Messages written mostly in capital letters.",
    icon: IconLetterCase,
  },
  symbol: {
    name: "Symbols",
    tag: "Symbol filter",
    about: "Symbol spam and ASCII art.",
    rule: "Messages with too many symbols.",
    icon: IconSignature,
  },
  emote: {
    name: "Emote spam",
    tag: "Emote filter",
    about: "Too many emotes.",
    rule: "Messages with too many emotes, including emoji, 7TV, BetterTTV and FrankerFaceZ.",
    icon: IconMoodSmile,
  },
  paragraph: {
    name: "Long messages",
    tag: "Length filter",
    about: "Walls of text and copypasta.",
    rule: "Messages that are too long.",
    icon: IconPilcrow,
  },
  non_latin: {
    name: "Non-Latin",
    tag: "Script filter",
    about: "Messages in non-Latin scripts.",
    rule: "Messages written mostly in a non-Latin script.",
    icon: IconAbc,
  },
  repetition: {
    name: "Repetition",
    tag: "Repetition filter",
    about: "The same message sent repeatedly.",
    rule: "Messages that repeat what the same user has just sent.",
    icon: IconRepeat,
  },
  flood: {
    name: "Message spam",
    tag: "Spam filter",
    about: "Too many messages in a short time.",
    rule: "Too many messages from one user in a short time.",
    icon: IconBolt,
  },
  mention: {
    name: "Mentions",
    tag: "Mention filter",
    about: "Too many @mentions.",
    rule: "Messages that mention too many users.",
    icon: IconAt,
  },
  zalgo: {
    name: "Zalgo",
    tag: "Zalgo filter",
    about: "Zalgo text that runs over other lines.",
    rule: "Letters with too many stacked marks.",
    icon: IconStack2,
  },
  first_message_link: {
    name: "Links from first-time chatters",
    tag: "First-time link filter",
    about: "New chatters who advertise in their first message.",
    rule: "A link in a user's first message.",
    icon: IconUserPlus,
  },
  raid_similarity: {
    name: "Bot raid / copypasta",
    tag: "Raid filter",
    about: "Many accounts sending the same text.",
    rule: "The same text from many accounts in a short time.",
    icon: IconFlag,
  },
};

/** Display order: the most common types first. */
export const FILTER_TYPES: readonly FilterType[] = [
  "banned_terms",
  "link",
  "first_message_link",
  "caps",
  "emote",
  "symbol",
  "repetition",
  "flood",
  "raid_similarity",
  "mention",
  "paragraph",
  "zalgo",
  "non_latin",
];

export function isFilterType(value: string | null): value is FilterType {
  return FILTER_TYPES.some((type) => type === value);
}

export const ACTION_LABELS: Record<Step["action"], string> = {
  delete: "Delete",
  warn: "Delete and warn",
  timeout: "Time out",
  ban: "Ban",
};
