import { api, unwrap } from "../../../api/client";
import { useSave } from "../../../ui/editor/use-save";
import type { Timer, TimerDraft } from "../timer-types";
import { timerQuery, timersQuery } from "../timers.queries";
import { draftOf } from "./draft";

export function useSaveTimer(channelId: string, timerId: string | null) {
  const path = { channel_id: channelId };
  return useSave({
    id: timerId,
    itemKey: (id) => timerQuery(channelId, id).queryKey,
    listsKey: timersQuery(channelId).queryKey,
    send: (body: TimerDraft, { version }): Promise<Timer> => {
      if (timerId === null) return unwrap(api.POST("/api/2/channels/{channel_id}/timers", { params: { path }, body }));
      return unwrap(
        api.PUT("/api/2/channels/{channel_id}/timers/{timer_id}", {
          params: { path: { ...path, timer_id: timerId }, query: { revision: version?.revision ?? null } },
          body,
        }),
      );
    },
    draftOf,
  });
}
