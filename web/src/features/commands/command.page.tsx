import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { newCommand } from "../../ui/command/new-command";
import { EditorPlaceholder } from "../../ui/editor/editor-placeholder";
import { versionOf } from "../../ui/editor/version";
import { commandQuery } from "./commands.queries";
import { CommandEditor } from "./editor/command-editor";
import { copyOf, draftOf } from "./editor/draft";

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
  const query = useChannel(channelId);
  const channel = query.data;
  const saved = useMemo(() => ({ draft: newCommand(), version: null }), []);
  if (!channel) return <CommandPlaceholder channelId={channelId} query={query} />;
  return (
    <CommandEditor channelId={channelId} command={null} saved={saved} canManage={can(channel, "commands.manage")} />
  );
}

/** A new command as a copy of another; the copy stays open even if the original is deleted. */
function CopiedCommand({ channelId, commandId }: CommandProps) {
  const query = useQuery(commandQuery(channelId, commandId));
  const { data } = query;
  const channel = useChannel(channelId).data;
  const saved = useMemo(() => data && { draft: copyOf(data), version: null }, [data]);
  if (!saved || !channel) return <CommandPlaceholder channelId={channelId} query={query} />;
  return (
    <CommandEditor channelId={channelId} command={null} saved={saved} canManage={can(channel, "commands.manage")} />
  );
}

function SavedCommand({ channelId, commandId }: CommandProps) {
  const query = useQuery(commandQuery(channelId, commandId));
  const { data } = query;
  const channel = useChannel(channelId).data;
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  if (!data || !saved || !channel) return <CommandPlaceholder channelId={channelId} query={query} />;
  return (
    <CommandEditor
      channelId={channelId}
      command={data}
      saved={saved}
      isDeleted={isInaccessible(query.error)}
      canManage={can(channel, "commands.manage")}
    />
  );
}

type CommandPlaceholderProps = Pick<ComponentProps<typeof EditorPlaceholder>, "query"> & { channelId: string };

function CommandPlaceholder({ channelId, query }: CommandPlaceholderProps) {
  return (
    <EditorPlaceholder
      what="command"
      title="Chat Commands"
      list={`/channels/${channelId}/chat-commands`}
      query={query}
    />
  );
}
