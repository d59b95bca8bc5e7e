import type { PreviewBody } from "../../../api/variables";
import type { Timer, TimerDraft, TimerMessage } from "../timer-types";

export const EMPTY_MESSAGE: TimerMessage = { text: "", providers: [], enabled: true };

export const NEW_TIMER: TimerDraft = {
  name: "",
  messages: [EMPTY_MESSAGE],
  interval_minutes: 30,
  spread_minutes: 0,
  pick: "order",
  active_mode: "online",
  min_chat_messages: 5,
  response_type: "say",
  enabled: true,
};

/** The editable fields of a stored timer. */
export function draftOf(timer: Timer): TimerDraft {
  return {
    name: timer.name,
    messages: timer.messages,
    interval_minutes: timer.interval_minutes,
    spread_minutes: timer.spread_minutes,
    pick: timer.pick,
    active_mode: timer.active_mode,
    min_chat_messages: timer.min_chat_messages,
    response_type: timer.response_type,
    enabled: timer.enabled,
  };
}

/** Preview request of one message. A timer has no caller, so the fields of the caller are placeholders. */
export function previewRequest({ messages, response_type }: TimerDraft, index: number): PreviewBody {
  const { text, providers } = messages[index] ?? EMPTY_MESSAGE;
  const caller = { viewer_name: "Viewer", arguments: "", command_name: "" };
  return { text, kind: "timer", response_type, providers, level: 0, ...caller };
}
