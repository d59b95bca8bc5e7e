import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { can, isGone, useChannel } from "../../session/channel";
import frame from "../../ui/editor/editor.module.css";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/error-panel";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { CommandEditor } from "./command-editor";
import { commandQuery } from "./commands.queries";
import { copyOf, draftOf, newDraft } from "./draft";
import { versionOf } from "./saving";

export function CommandPage() {
  const { channelId = "", commandId = "" } = useParams();
  const [query] = useSearchParams();
  const from = query.get("from");
  if (commandId !== "new") return <SavedCommand key={commandId} channelId={channelId} commandId={commandId} />;
  if (from) return <CopiedCommand key={from} channelId={channelId} commandId={from} />;
  return <NewCommand channelId={channelId} />;
}

interface CommandProps {
  channelId: string;
  commandId: string;
}

function NewCommand({ channelId }: { channelId: string }) {
  const channel = useChannel(channelId).data;
  const saved = useMemo(() => ({ draft: newDraft(), version: null }), []);
  if (!channel) return <Waiting channelId={channelId} />;
  return (
    <CommandEditor channelId={channelId} command={null} saved={saved} canManage={can(channel, "commands.manage")} />
  );
}

/** A new command that begins as another one is. */
function CopiedCommand({ channelId, commandId }: CommandProps) {
  const { data, error, refetch, isFetching } = useQuery(commandQuery(channelId, commandId));
  const channel = useChannel(channelId).data;
  const saved = useMemo(() => data && { draft: copyOf(data), version: null }, [data]);
  if (error && isGone(error)) return <Gone channelId={channelId} />;
  if (saved && channel)
    return (
      <CommandEditor channelId={channelId} command={null} saved={saved} canManage={can(channel, "commands.manage")} />
    );
  return (
    <Waiting channelId={channelId}>
      {error && <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
    </Waiting>
  );
}

function SavedCommand({ channelId, commandId }: CommandProps) {
  const { data, error, refetch, isFetching } = useQuery(commandQuery(channelId, commandId));
  const channel = useChannel(channelId).data;
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  if (error && isGone(error)) return <Gone channelId={channelId} />;
  if (saved && data && channel)
    return (
      <CommandEditor channelId={channelId} command={data} saved={saved} canManage={can(channel, "commands.manage")} />
    );
  return (
    <Waiting channelId={channelId}>
      {error && <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
    </Waiting>
  );
}

/** The place of the editor until it is there, or what to say instead. */
function Waiting({ channelId, children }: { channelId: string; children?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <SideSheet label="Command" width="usual" onClose={() => void navigate(`/channels/${channelId}/chat-commands`)}>
      <PageTitle>Chat Commands</PageTitle>
      <div className={frame["waiting"]}>{children || <SkeletonRows count={8} label="Loading the command" />}</div>
    </SideSheet>
  );
}

function Gone({ channelId }: { channelId: string }) {
  return (
    <Waiting channelId={channelId}>
      <EmptyState title="This command is gone" about="Somebody has deleted it, or the link is not complete.">
        <Button component={Link} to={`/channels/${channelId}/chat-commands`}>
          All commands
        </Button>
      </EmptyState>
    </Waiting>
  );
}
