import type { TagTone } from "../../ui/tag";
import type { Kind, Maps, Source } from "./import-types";

interface SourceLabels {
  value: Source;
  label: string;
  /** How to get the text to paste. */
  steps: readonly string[];
  placeholder: string;
}

export const SOURCES: readonly SourceLabels[] = [
  {
    value: "nightbot",
    label: "Nightbot",
    steps: [
      "Open Commands → Custom on nightbot.tv",
      "Select the whole table and copy it",
      "Paste it below, or paste the JSON of Nightbot's API",
    ],
    placeholder: '{"commands": [{"name": "!discord", "message": "Join us", "coolDown": 30, "userLevel": "everyone"}]}',
  },
  {
    value: "streamelements",
    label: "StreamElements",
    steps: [
      "Open Chatbot → Chat commands on streamelements.com",
      "Copy your commands, one per line: !discord Join us",
      "Paste them below, or paste the JSON of its API",
    ],
    placeholder: '[{"command": "discord", "reply": "Join us", "cooldown": {"global": 5, "user": 15}}]',
  },
  {
    value: "streamlabs",
    label: "Streamlabs",
    steps: [
      "Open Cloudbot → Commands on streamlabs.com",
      "Copy your commands, one per line: !discord Join us",
      "Paste them below, or paste the exported JSON",
    ],
    placeholder: '[{"command": "!discord", "response": "Join us"}]',
  },
  {
    value: "tbot",
    label: "tbot",
    steps: ["Export your commands, timers and quotes in tbot", "Paste the text or drop the file below"],
    placeholder: '{"commands": [{"cmds": ["!discord"], "response": "Join us"}]}',
  },
];

export const MAPS: Record<Maps, { label: string; tone: TagTone }> = {
  full: { label: "Ready", tone: "plain" },
  changed: { label: "Changed", tone: "attention" },
  cannot: { label: "Needs editing", tone: "danger" },
};

export const KINDS: Record<Kind, { one: string; many: string }> = {
  commands: { one: "Command", many: "Commands" },
  timers: { one: "Timer", many: "Timers" },
  quotes: { one: "Quote", many: "Quotes" },
};

export const MAX_CONTENT_LENGTH = 2_000_000;
/** Text limits of the server. */
export const MAX_TEXT_LENGTHS: Record<Kind, number> = { commands: 1_500, timers: 500, quotes: 1_000 };
