import type { TagTone } from "../../ui/tag";
import type { Kind, Maps, Source } from "./import-types";

interface SourceLabels {
  value: Source;
  label: string;
  /** What to paste or drop. */
  about: string;
  placeholder: string;
}

export const SOURCES: readonly SourceLabels[] = [
  {
    value: "nightbot",
    label: "Nightbot",
    about: "Commands and timers as its API gives them, or the rows of its page Custom Commands copied as text.",
    placeholder: '{"commands": [{"name": "!discord", "message": "Join us", "coolDown": 30, "userLevel": "everyone"}]}',
  },
  {
    value: "streamelements",
    label: "StreamElements",
    about: "Custom commands and timers as its API gives them, or lines like !command and its answer.",
    placeholder: '[{"command": "discord", "reply": "Join us", "cooldown": {"global": 5, "user": 15}}]',
  },
  {
    value: "streamlabs",
    label: "Streamlabs",
    about: "Commands and timers of Cloudbot or of the desktop bot, or lines like !command and its answer.",
    placeholder: '[{"command": "!discord", "response": "Join us"}]',
  },
  {
    value: "tbot",
    label: "tbot",
    about: "Commands, timers and quotes of its export, or lines like !command and its answer.",
    placeholder: '{"commands": [{"cmds": ["!discord"], "response": "Join us"}]}',
  },
];

export const MAPS: Record<Maps, { label: string; tone: TagTone; about: string }> = {
  full: { label: "Maps fully", tone: "plain", about: "Means the same here." },
  changed: { label: "Changes", tone: "attention", about: "Something is different; the notes say what." },
  cannot: { label: "Cannot", tone: "danger", about: "Needs another text before it can be had." },
};

export const KINDS: Record<Kind, { one: string; many: string }> = {
  commands: { one: "Command", many: "Commands" },
  timers: { one: "Timer", many: "Timers" },
  quotes: { one: "Quote", many: "Quotes" },
};

export const MAX_CONTENT_LENGTH = 2_000_000;
/** How long a text may be, as the server has it. */
export const MAX_TEXT_LENGTHS: Record<Kind, number> = { commands: 1_500, timers: 500, quotes: 1_000 };
