import { covers } from "../../../api/platforms";
import type { TimerMessage } from "../timer-types";

/** Whether any enabled message is for this platform. */
export function postsTo(provider: string, messages: readonly Pick<TimerMessage, "providers" | "enabled">[]): boolean {
  return messages.some(({ providers, enabled }) => enabled && covers(providers, provider));
}
