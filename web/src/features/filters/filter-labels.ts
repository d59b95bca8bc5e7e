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
import type { FilterType, Step } from "./filter-types";

/** Said wherever a control is shown to somebody who may not use it. */
export const MAY_NOT_MANAGE = "Only editors and above can change filters";

interface TypeLabels {
  /** Of the card, and of a new filter until it has its own. */
  name: string;
  /** Beside the name in the editor. */
  tag: string;
  /** What it is good for. */
  about: string;
  /** The sentence under "What is caught". */
  caught: string;
  icon: TablerIcon;
}

export const TYPE_LABELS: Record<FilterType, TypeLabels> = {
  banned_terms: {
    name: "Banned terms",
    tag: "Banned terms",
    about: "Words, phrases and patterns that nobody should read here, also when they are disguised.",
    caught: "Messages with one of these terms. Accents, look-alikes, leet and repeated letters are seen through.",
    icon: IconBan,
  },
  link: {
    name: "Links",
    tag: "Link filter",
    about: "Addresses from people who did not ask. A permit lets one through.",
    caught: "Any address that is not on the allow list.",
    icon: IconLink,
  },
  caps: {
    name: "Caps",
    tag: "Caps filter",
    about: "Long messages that shout.",
    caught: "Messages written mostly in capitals.",
    icon: IconLetterCase,
  },
  symbol: {
    name: "Symbols",
    tag: "Symbol filter",
    about: "Rows of signs and drawings made of characters.",
    caught: "Messages with too many signs that are neither letters nor numbers.",
    icon: IconSignature,
  },
  emote: {
    name: "Emote walls",
    tag: "Emote filter",
    about: "More pictures than chat can be read with.",
    caught: "Messages with too many emotes; those of 7TV, BetterTTV and FrankerFaceZ and emoji count.",
    icon: IconMoodSmile,
  },
  paragraph: {
    name: "Long messages",
    tag: "Length filter",
    about: "Copied texts that fill the screen.",
    caught: "Messages that are too long.",
    icon: IconPilcrow,
  },
  non_latin: {
    name: "Non-Latin",
    tag: "Script filter",
    about: "For chats that are read in one script only.",
    caught: "Messages written mostly in letters of another script.",
    icon: IconAbc,
  },
  repetition: {
    name: "Repetition",
    tag: "Repetition filter",
    about: "The same message again and again from one person.",
    caught: "A message that one person has just sent, also when it was changed a little.",
    icon: IconRepeat,
  },
  flood: {
    name: "Flood",
    tag: "Flood filter",
    about: "One person who writes faster than anybody can read.",
    caught: "Too many messages of one person in a short time.",
    icon: IconBolt,
  },
  mention: {
    name: "Mentions",
    tag: "Mention filter",
    about: "Messages that call half of chat by name.",
    caught: "Messages that mention too many people.",
    icon: IconAt,
  },
  zalgo: {
    name: "Zalgo",
    tag: "Zalgo filter",
    about: "Letters with towers of marks that run over other lines.",
    caught: "Letters with too many marks stacked on them.",
    icon: IconStack2,
  },
  first_message_link: {
    name: "First message link",
    tag: "First message filter",
    about: "New accounts whose very first words are an advertisement.",
    caught: "An address in the very first message of somebody.",
    icon: IconUserPlus,
  },
  raid_similarity: {
    name: "Raid look-alikes",
    tag: "Raid filter",
    about: "A crowd of accounts that all say the same.",
    caught: "One text from many accounts within a short time.",
    icon: IconFlag,
  },
};

/** In the order in which they are offered: the ones that most channels want first. */
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
