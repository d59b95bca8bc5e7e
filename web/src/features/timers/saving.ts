import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { Kept, Stored, Version } from "../../ui/editor/use-editor-form";
import { isConflict, versionOf } from "../../ui/editor/version";
import { draftOf } from "./draft";
import type { Timer, TimerDraft } from "./timer-types";
import { timerQuery, timersQuery } from "./timers.queries";

/** Saves a timer and answers what the server made of it. */
export function useSaveTimer(channelId: string, timerId: string | null) {
  const client = useQueryClient();
  return async (draft: TimerDraft, base: Kept<TimerDraft>): Promise<Stored<TimerDraft>> => {
    const timer = await send(channelId, timerId, draft, base.version).catch(async (error: unknown) => {
      // What is in the way must be known before somebody can choose.
      if (timerId !== null && isConflict(error)) {
        await client.invalidateQueries({ queryKey: timerQuery(channelId, timerId).queryKey });
      }
      throw error;
    });
    client.setQueryData(timerQuery(channelId, timer.id).queryKey, timer);
    void client.invalidateQueries({ queryKey: timersQuery(channelId).queryKey });
    return { id: timer.id, draft: draftOf(timer), version: versionOf(timer) };
  };
}

function send(channelId: string, timerId: string | null, draft: TimerDraft, version: Version | null): Promise<Timer> {
  const path = { channel_id: channelId };
  if (timerId === null) {
    return unwrap(api.POST("/api/2/channels/{channel_id}/timers", { params: { path }, body: draft }));
  }
  return unwrap(
    api.PUT("/api/2/channels/{channel_id}/timers/{timer_id}", {
      params: { path: { ...path, timer_id: timerId }, query: { revision: version?.revision ?? null } },
      body: draft,
    }),
  );
}
