import { api, unwrap } from "../../../api/client";
import { useSave } from "../../../ui/editor/use-save";
import type { Queue, QueueDraft } from "../queue-types";
import { queueQuery, queuesQuery } from "../queues.queries";
import { draftOf } from "./draft";

export function useSaveQueue(channelId: string, queueId: string | null) {
  const path = { channel_id: channelId };
  return useSave({
    id: queueId,
    itemKey: (id) => queueQuery({ channelId, queueId: id }).queryKey,
    listsKey: queuesQuery(channelId).queryKey,
    send: (body: QueueDraft, { version }): Promise<Queue> => {
      if (queueId === null) return unwrap(api.POST("/api/2/channels/{channel_id}/queues", { params: { path }, body }));
      return unwrap(
        api.PUT("/api/2/channels/{channel_id}/queues/{queue_id}", {
          params: { path: { ...path, queue_id: queueId }, query: { revision: version?.revision ?? null } },
          body,
        }),
      );
    },
    draftOf,
  });
}
