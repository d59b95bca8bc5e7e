import { useState } from "react";
import type { SentMessage } from "../../../api/chat";
import { readDraft, saveDraft } from "../../../lib/text/drafts";

export interface TrackedMessages {
  /** A line per message, "time id"; kept across screens and reloads of this tab. */
  lines: string;
  track: (sent: SentMessage) => void;
  forget: (ids: readonly string[]) => void;
}

/**
 * Messages sent from this tab whose delivery is not complete, or whose failure the user has not dismissed.
 * A tracked message is passed on to `onSent`.
 */
export function useTrackedMessages(channelId: string, onSent: (sent: SentMessage) => void): TrackedMessages {
  const key = `sent:${channelId}`;
  const [lines, setLines] = useState(() => readDraft(key));
  const write = (next: string) => {
    saveDraft(key, next);
    setLines(next);
  };
  return {
    lines,
    track: (sent) => {
      write(`${readDraft(key)}${sent.created_at} ${sent.id}\n`);
      onSent(sent);
    },
    forget: (ids) => write(readDraft(key).replace(/.+ (.+)\n/g, (line, id) => (ids.includes(id) ? "" : line))),
  };
}
