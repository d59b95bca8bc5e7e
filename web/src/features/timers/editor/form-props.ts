import type { TimerDraft } from "../timer-types";

/** A timer's draft as the sections of the editor show and change it. */
export interface FormProps {
  channelId: string;
  draft: TimerDraft;
  change: (part: Partial<TimerDraft>) => void;
  /** Server error of a field by its API path: `messages.1.text`. */
  errorOf: (field: string) => string | undefined;
  isLocked: boolean;
}
