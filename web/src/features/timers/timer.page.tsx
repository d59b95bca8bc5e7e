import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { EditorPlaceholder } from "../../ui/editor/editor-placeholder";
import { versionOf } from "../../ui/editor/version";
import { draftOf, NEW_TIMER } from "./editor/draft";
import { TimerEditor } from "./editor/timer-editor";
import { timerQuery } from "./timers.queries";

const NEW = { draft: NEW_TIMER, version: null };

export function TimerPage() {
  const { channelId = "", timerId = "" } = useParams();
  const canManage = can(useChannel(channelId).data, "timers.manage");
  if (timerId === "new") return <TimerEditor channelId={channelId} timer={null} saved={NEW} canManage={canManage} />;
  return <SavedTimer key={timerId} channelId={channelId} timerId={timerId} canManage={canManage} />;
}

interface SavedTimerProps {
  channelId: string;
  timerId: string;
  canManage: boolean;
}

function SavedTimer({ channelId, timerId, canManage }: SavedTimerProps) {
  const query = useQuery(timerQuery(channelId, timerId));
  const { data } = query;
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  if (data && saved) {
    return (
      <TimerEditor
        channelId={channelId}
        timer={data}
        saved={saved}
        isDeleted={isInaccessible(query.error)}
        canManage={canManage}
      />
    );
  }
  return (
    <EditorPlaceholder item="timer" title="Chat Timers" list={`/channels/${channelId}/chat-timers`} query={query} />
  );
}
