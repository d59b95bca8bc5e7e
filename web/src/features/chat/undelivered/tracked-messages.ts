import { useState } from "react";
import type { SentMessage } from "../../../api/chat";
import { readDraft, saveDraft } from "../../../lib/text/drafts";

export interface TrackedMessages {
  /** One text line per message with its time and id, oldest first; survives reloads of this browser tab. */
  entries: string;
  track: (sent: SentMessage) => void;
  forget: (ids: readonly string[]) => void;
}

/**
 * Messages sent from this tab whose delivery is not complete, or whose failure the user has not dismissed.
 * `track` also calls `onSent` with the message.
 */
export function useTrackedMessages(channelId: string, onSent: (sent: SentMessage) => void): TrackedMessages {
  const key = `sent:${channelId}`;
  const [entries, setEntries] = useState(() => readDraft(key));
  const write = (next: string) => {
    saveDraft(key, next);
    setEntries(next);
  };
  return {
    entries,
    track: (sent) => {
      write(`${readDraft(key)}${sent.created_at} ${sent.id}\n`);
      onSent(sent);
    },
    forget: (ids) => write(readDraft(key).replace(/.+ (.+)\n/g, (entry, id) => (ids.includes(id) ? "" : entry))),
  };
}
