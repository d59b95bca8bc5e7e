import type { QueryClient } from "@tanstack/react-query";
import type { ChatEvent, SentMessage } from "../../../api/chat";
import { applyLiveUpdate } from "../../../live/query-updates";
import { useChannelTopic } from "../../../live/use-channel-topic";
import { undeliveredKey } from "./undelivered.queries";

/** Keeps the receipts of sent messages up to date. */
export function useUndeliveredLive(channelId: string): void {
  useChannelTopic<ChatEvent>(channelId, { topic: "chat", queryKey: undeliveredKey, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly ChatEvent[]): void {
  const changed = events.flatMap((event) => (event.type === "sent" ? [event.sent] : []));
  if (changed.length === 0) return;
  const queryKey = undeliveredKey(channelId);
  applyLiveUpdate(client, queryKey, () =>
    client.setQueryData<SentMessage[]>(queryKey, (messages) => messages && changed.reduce(withMessage, messages)),
  );
}

function withMessage(messages: SentMessage[], sent: SentMessage): SentMessage[] {
  const before = messages.find(({ id }) => id === sent.id);
  if (!before) return [sent, ...messages];
  return before.revision >= sent.revision ? messages : messages.map((message) => (message === before ? sent : message));
}
