import type { components } from "../../api/schema";

type Command = components["schemas"]["CommandIn"];

/** How a response is sent. */
export const RESPONSE_TYPES: readonly { value: Command["response_type"]; label: string }[] = [
  { value: "say", label: "Message" },
  { value: "mention", label: "Mention" },
  { value: "reply", label: "Reply" },
  { value: "announce", label: "Announcement" },
];

/** When a command or timer is active. */
export const ACTIVE_MODES: readonly { value: Command["active_mode"]; label: string }[] = [
  { value: "always", label: "Always" },
  { value: "online", label: "Live only" },
  { value: "offline", label: "Offline only" },
];

export const MAX_RESPONSE_LENGTH = 1_500;
export const MAX_COOLDOWN_SECONDS = 86_400;
export const MAX_COST = 1_000_000_000;
