import type { Platform } from "./types";

/** Whether a platform supports an action, and the reason if not. */
export type Ability = { isPossible: true } | { isPossible: false; reason: string };

const POSSIBLE: Ability = { isPossible: true };

// Capability names of the descriptors; tests/architecture keeps them equal to the server's.
const DELETING = ["Delete, time out, ban", "Delete messages"];
const SENDING_OUT = ["Delete, time out, ban", "Time out and ban"];
const MODERATING = "Moderate";
const WRITING = ["Read and write chat", "Write chat"];

export function canDeleteOn(platform: Platform): Ability {
  return ability(platform, [...DELETING, MODERATING], `${platform.name} doesn't support deleting messages`);
}

export function canBanOn(platform: Platform): Ability {
  return ability(platform, [...SENDING_OUT, MODERATING], `${platform.name} doesn't support timeouts or bans from here`);
}

export function canWriteOn(platform: Platform): Ability {
  if (platform.flags.chatWrite) return POSSIBLE;
  return { isPossible: false, reason: reasonOf(platform, WRITING) ?? `${platform.name} chat is read-only` };
}

function ability(platform: Platform, labels: readonly string[], otherwise: string): Ability {
  const isPossible = platform.capabilities.some(({ label, supported }) => supported && labels.includes(label));
  return isPossible ? POSSIBLE : { isPossible, reason: reasonOf(platform, labels) ?? otherwise };
}

function reasonOf({ name, capabilities }: Platform, labels: readonly string[]): string | null {
  const lack = capabilities.find(({ label, supported }) => !supported && labels.includes(label));
  if (!lack?.reason) return null;
  return lack.reason.includes(name) ? lack.reason : `On ${name} ${lack.reason}`;
}
