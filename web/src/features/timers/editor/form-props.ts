import type { TimerDraft } from "../timer-types";

/** What every part of the editor is given. */
export interface FormProps {
  channelId: string;
  draft: TimerDraft;
  change: (part: Partial<TimerDraft>) => void;
  /** The server's words about a field, named as it names it: `messages.1.text`. */
  errorOf: (field: string) => string | undefined;
  isLocked: boolean;
}
