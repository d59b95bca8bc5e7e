import { covers } from "../../../api/platforms";
import type { TimerMessage } from "../timer-types";

/** Whether any enabled message is posted to the platform. */
export function postsTo(provider: string, messages: readonly Pick<TimerMessage, "providers" | "enabled">[]): boolean {
  return messages.some(({ providers, enabled }) => enabled && covers(providers, provider));
}
