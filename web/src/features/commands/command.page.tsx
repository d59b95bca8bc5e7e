import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useMemo, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { newCommand } from "../../ui/command/new-command";
import { EditorPlaceholder } from "../../ui/editor/editor-placeholder";
import { versionOf } from "../../ui/editor/version";
import type { CommandSettings } from "./command-types";
import { commandQuery } from "./commands.queries";
import { CommandEditor } from "./editor/command-editor";
import { copyOf, draftOf } from "./editor/draft";
import { useCommandSettings } from "./list/settings.queries";

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
  const settings = useCommandSettings(channelId);
  if (!channel) return <CommandPlaceholder channelId={channelId} query={query} />;
  if (!settings.data) return <CommandPlaceholder channelId={channelId} query={settings} />;
  return <NewEditor channelId={channelId} settings={settings.data} canManage={can(channel, "commands.manage")} />;
}

interface NewEditorProps {
  channelId: string;
  settings: CommandSettings;
  canManage: boolean;
}

/** Editor that begins with the channel's default cooldowns; a later change of the defaults does not change it. */
function NewEditor({ channelId, settings, canManage }: NewEditorProps) {
  const [saved] = useState(() => {
    const { default_global_cooldown: global_cooldown, default_chatter_cooldown: chatter_cooldown } = settings;
    return { draft: { ...newCommand(), global_cooldown, chatter_cooldown }, version: null };
  });
  return <CommandEditor channelId={channelId} command={null} saved={saved} canManage={canManage} />;
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
      item="command"
      title="Chat Commands"
      list={`/channels/${channelId}/chat-commands`}
      query={query}
    />
  );
}
