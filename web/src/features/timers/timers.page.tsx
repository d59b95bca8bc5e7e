import { useState } from "react";
import { useMatch, useNavigate, useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { ListPage } from "../../ui/list/list-page";
import { ListPanel } from "../../ui/list/list-panel";
import { NewButton } from "../../ui/list/new-button";
import { TimerList } from "./list/timer-list";
import { MAY_NOT_MANAGE } from "./timer-labels";
import { useTimersLive } from "./timers.live";
import { useTimers } from "./timers.queries";

export function TimersPage() {
  const { channelId = "" } = useParams();
  const isOpen = useMatch("/channels/:channelId/chat-timers/:timerId") !== null;
  useTimersLive(channelId);
  return (
    <ListPage title="Chat Timers" isOpen={isOpen}>
      <TimersPanel channelId={channelId} />
    </ListPage>
  );
}

function TimersPanel({ channelId }: { channelId: string }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const { data } = useTimers(channelId);
  const channel = useChannel(channelId).data;
  const canManage = can(channel, "timers.manage");
  const open = () => void navigate(`/channels/${channelId}/chat-timers/new`);
  return (
    <ListPanel
      title="Chat Timers"
      count={data?.length}
      about="Messages posted automatically at an interval."
      query={query}
      onQuery={setQuery}
      searchLabel="Search timers and messages"
      actions={
        <NewButton label="New timer" isLocked={!canManage} lockedBecause={channel && MAY_NOT_MANAGE} onClick={open} />
      }
    >
      <TimerList channelId={channelId} canManage={canManage} query={query} onNew={open} />
    </ListPanel>
  );
}
