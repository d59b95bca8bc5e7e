import type { TagTone } from "../../ui/tag";
import type { Kind, Maps, Source } from "./import-types";

interface SourceLabels {
  value: Source;
  label: string;
  ways: readonly Way[];
  placeholder: string;
}

/** The steps of one way to export the data of a bot. */
export interface Way {
  title: string;
  page?: { label: string; url: string };
  steps: readonly string[];
}

/** Steps to copy a dashboard's lists as JSON from the browser's developer tools. */
const fromNetworkTab = (requests: string): readonly string[] => [
  "Press F12, open the Network tab and reload the page",
  `Type ${requests} into the tab's filter`,
  "Click the request, open Response, select all and copy",
  "Paste it below and press Review; then repeat for the next list",
];

export const SOURCES: readonly SourceLabels[] = [
  {
    value: "nightbot",
    label: "Nightbot",
    ways: [
      {
        title: "Commands only",
        page: { label: "Open Commands → Custom", url: "https://nightbot.tv/commands/custom" },
        steps: ["Select the whole table and copy it", "Paste it below"],
      },
      {
        title: "Commands with counts, and timers",
        page: { label: "Open Nightbot's dashboard", url: "https://nightbot.tv/dashboard" },
        steps: ["Go to Commands → Custom, later to Timers", ...fromNetworkTab("“commands” (for timers: “timers”)")],
      },
    ],
    placeholder: '{"commands": [{"name": "!discord", "message": "Join us", "coolDown": 30, "userLevel": "everyone"}]}',
  },
  {
    value: "streamelements",
    label: "StreamElements",
    ways: [
      {
        title: "A few commands",
        page: {
          label: "Open Chatbot → Chat commands",
          url: "https://streamelements.com/dashboard/bot/commands/custom",
        },
        steps: ["Copy your commands, one per line: !discord Join us", "Paste them below"],
      },
      {
        title: "Everything, with cooldowns, levels and aliases",
        page: { label: "Open StreamElements' dashboard", url: "https://streamelements.com/dashboard" },
        steps: [
          "Go to Chatbot → Chat commands → Custom commands, later to Timers",
          ...fromNetworkTab("“bot/commands” (for timers: “bot/timers”)"),
        ],
      },
    ],
    placeholder: '[{"command": "discord", "reply": "Join us", "cooldown": {"global": 5, "user": 15}}]',
  },
  {
    value: "streamlabs",
    label: "Streamlabs",
    ways: [
      {
        title: "A few commands",
        page: { label: "Open Cloudbot → Commands", url: "https://streamlabs.com/dashboard#/cloudbot/commands/custom" },
        steps: ["Copy your commands, one per line: !discord Join us", "Paste them below"],
      },
      {
        title: "Everything, with cooldowns, levels, timers and quotes",
        page: { label: "Open Streamlabs' dashboard", url: "https://streamlabs.com/dashboard" },
        steps: [
          "Go to Cloudbot → Commands → Custom commands, later to Timers and Quotes",
          ...fromNetworkTab("“commands” (then “timers”, “quotes”)"),
        ],
      },
    ],
    placeholder: '[{"command": "!discord", "response": "Join us"}]',
  },
  {
    value: "tbot",
    label: "tbot",
    ways: [
      {
        title: "Commands, timers and quotes",
        steps: [
          "Open your channel in tbot as its owner",
          "Export the commands, the timers and the quotes, each as a JSON file",
          "Drop the first file below, or paste its text, and press Review",
          "Repeat for the other files",
        ],
      },
    ],
    placeholder: '{"commands": [{"cmds": ["!discord"], "response": "Join us"}]}',
  },
];

export const MAPPING_LABELS: Record<Maps, { label: string; tone: TagTone }> = {
  full: { label: "Ready", tone: "plain" },
  changed: { label: "Changed", tone: "attention" },
  cannot: { label: "Needs editing", tone: "danger" },
};

export const KIND_LABELS: Record<Kind, { one: string; many: string }> = {
  commands: { one: "Command", many: "Commands" },
  timers: { one: "Timer", many: "Timers" },
  quotes: { one: "Quote", many: "Quotes" },
};

export const MAX_CONTENT_LENGTH = 2_000_000;
/** Longest texts that the server accepts, in characters. */
export const MAX_TEXT_LENGTHS: Record<Kind, number> = { commands: 1_500, timers: 500, quotes: 1_000 };
