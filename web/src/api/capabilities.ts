import type { Platform } from "./types";

/** Whether a platform supports an action, and the reason if not. */
export type Support = { isSupported: true } | { isSupported: false; reason: string };

const SUPPORTED: Support = { isSupported: true };

// Labels of capabilities in the platforms' descriptors; tests/architecture compares them with the server's.
const DELETE = ["Delete, time out, ban", "Delete messages"];
const BAN = ["Delete, time out, ban", "Time out and ban"];
const WARN = "Warnings";
const MODERATE = "Moderate";
const WRITE = ["Read and write chat", "Write chat"];
const REPLY = ["Replies", "Replies and announcements"];

export function canDeleteOn(platform: Platform): Support {
  return supportOf(platform, [...DELETE, MODERATE], `${platform.name} doesn't support deleting messages`);
}

export function canBanOn(platform: Platform): Support {
  return supportOf(platform, [...BAN, MODERATE], `${platform.name} doesn't support timeouts or bans from here`);
}

export function canWriteOn(platform: Platform): Support {
  if (platform.flags.chatWrite) return SUPPORTED;
  return { isSupported: false, reason: reasonOf(platform, WRITE) ?? `${platform.name} chat is read-only` };
}

export function canWarnOn({ capabilities }: Pick<Platform, "capabilities">): boolean {
  return capabilities.some(({ label, supported }) => supported && label === WARN);
}

// Platforms whose ban endpoint takes a reason.
const PLATFORMS_WITH_BAN_REASON: readonly string[] = ["twitch", "kick"];

export function acceptsReason(provider: string): boolean {
  return PLATFORMS_WITH_BAN_REASON.includes(provider);
}

/** Whether the platform has replies; without them, a reply is sent as a message that starts with the viewer's name. */
export function canReplyOn(platform: Platform): Support {
  return supportOf(platform, REPLY, `${platform.name} has no replies`);
}

function supportOf(platform: Platform, labels: readonly string[], fallback: string): Support {
  const isSupported = platform.capabilities.some(({ label, supported }) => supported && labels.includes(label));
  return isSupported ? SUPPORTED : { isSupported, reason: reasonOf(platform, labels) ?? fallback };
}

function reasonOf({ name, capabilities }: Platform, labels: readonly string[]): string | null {
  const missing = capabilities.find(({ label, supported }) => !supported && labels.includes(label));
  if (!missing?.reason) return null;
  return missing.reason.includes(name) ? missing.reason : `On ${name} ${missing.reason}`;
}
