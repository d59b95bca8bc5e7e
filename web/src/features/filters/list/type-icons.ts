import {
  IconAbc,
  IconAt,
  IconBan,
  IconBolt,
  IconFilter,
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

const ICONS: Readonly<Record<string, TablerIcon>> = {
  abc: IconAbc,
  at: IconAt,
  ban: IconBan,
  bolt: IconBolt,
  flag: IconFlag,
  "letter-case": IconLetterCase,
  link: IconLink,
  "mood-smile": IconMoodSmile,
  pilcrow: IconPilcrow,
  repeat: IconRepeat,
  signature: IconSignature,
  stack: IconStack2,
  "user-plus": IconUserPlus,
};

/** The icon with the name that a filter type gives; a funnel for other names. */
export function typeIcon(name: string): TablerIcon {
  return ICONS[name] ?? IconFilter;
}
