import type { PreviewBody } from "../../../api/variables";
import type { TimerDraft, TimerMessage } from "../timers";

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

/** A timer's draft as the sections of the editor show and change it. */
export interface FormProps {
  channelId: string;
  draft: TimerDraft;
  change: (part: Partial<TimerDraft>) => void;
  /** Server error of a field by its API path: `messages.1.text`. */
  errorOf: (field: string) => string | undefined;
  isLocked: boolean;
}

/** Preview request of one message. A timer has no caller, so the fields of the caller are placeholders. */
export function previewRequest({ messages, response_type }: TimerDraft, index: number): PreviewBody {
  const { text, providers } = messages[index] ?? EMPTY_MESSAGE;
  const caller = { viewer_name: "Viewer", arguments: "", command_name: "" };
  return { text, kind: "timer", response_type, providers, level: 0, ...caller };
}
