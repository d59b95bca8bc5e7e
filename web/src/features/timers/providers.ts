import type { Platform } from "../../api/types";
import type { Provider, TimerMessage } from "./timer-types";

export type Writable = Platform & { provider: Provider };

/** The platforms on which the bot can say something: those that a timer knows by name. */
export function writable(platforms: readonly Platform[]): Writable[] {
  return platforms.filter((platform): platform is Writable => platform.flags.chatWrite && platform.flags.stream);
}

/** The platforms after one was pressed. None named means all; the last one cannot be taken away. */
export function toggleProvider(all: readonly Provider[], chosen: readonly Provider[], provider: Provider): Provider[] {
  const before = chosen.length === 0 ? all : chosen;
  const after = before.includes(provider) ? before.filter((other) => other !== provider) : [...before, provider];
  if (after.length === 0) return [...chosen];
  return all.every((each) => after.includes(each)) ? [] : all.filter((each) => after.includes(each));
}

/** Whether any message that is switched on is for this platform. */
export function isSaidOn(provider: string, messages: readonly Pick<TimerMessage, "providers" | "enabled">[]): boolean {
  return messages.some(
    ({ providers, enabled }) => enabled && (providers.length === 0 || providers.some((each) => each === provider)),
  );
}
