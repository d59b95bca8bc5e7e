import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { can, isGone, useChannel } from "../../session/channel";
import editor from "../../ui/editor/editor.module.css";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/error-panel";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { draftOf, NEW_TIMER } from "./draft";
import { versionOf } from "./saving";
import { TimerEditor } from "./timer-editor";
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
  const { data, error, refetch, isFetching } = useQuery(timerQuery(channelId, timerId));
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  if (error && isGone(error)) return <Gone channelId={channelId} />;
  if (data && saved) return <TimerEditor channelId={channelId} timer={data} saved={saved} canManage={canManage} />;
  return (
    <Waiting channelId={channelId}>
      {error && <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
    </Waiting>
  );
}

/** The place of the editor until it is there, or what to say instead. */
function Waiting({ channelId, children }: { channelId: string; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <SideSheet label="Timer" width="usual" onClose={() => void navigate(`/channels/${channelId}/chat-timers`)}>
      <PageTitle>Chat Timers</PageTitle>
      <div className={editor["waiting"]}>{children || <SkeletonRows count={8} label="Loading the timer" />}</div>
    </SideSheet>
  );
}

function Gone({ channelId }: { channelId: string }) {
  return (
    <Waiting channelId={channelId}>
      <EmptyState title="This timer is gone" about="Somebody has deleted it, or the link is not complete.">
        <Button component={Link} to={`/channels/${channelId}/chat-timers`}>
          All timers
        </Button>
      </EmptyState>
    </Waiting>
  );
}
