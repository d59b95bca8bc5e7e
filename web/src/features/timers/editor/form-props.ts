import type { TimerDraft } from "../timer-types";

/** Props of every section of the editor. */
export interface FormProps {
  channelId: string;
  draft: TimerDraft;
  change: (part: Partial<TimerDraft>) => void;
  /** Server error of a field by its API path: `messages.1.text`. */
  errorOf: (field: string) => string | undefined;
  isLocked: boolean;
}
