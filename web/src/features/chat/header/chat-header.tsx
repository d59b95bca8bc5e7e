import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import {
  IconDotsVertical,
  IconDownload,
  IconExternalLink,
  IconHistory,
  IconKeyboard,
  IconSearch,
  IconSettings,
} from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { api, unwrap } from "../../../api/client";
import { messageOf } from "../../../api/errors";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { Channel, ChannelProvider, Platform } from "../../../api/types";
import { loadScreen } from "../../../lib/reload-guard";
import { saveFile } from "../../../lib/save-file";
import { can } from "../../../session/channel";
import { ShortcutsDialog } from "../../../ui/shortcuts/help-key";
import { toast } from "../../../ui/toast/toast";
import { AppearanceMenu } from "./appearance-menu";
import classes from "./chat-header.module.css";
import { MessageRates } from "./message-rates";
import { openChatPopout } from "./open-popout";

const ChatSettingsDialog = lazy(() =>
  loadScreen(async () => ({ default: (await import("./chat-settings-dialog")).ChatSettingsDialog })),
);

interface ChatHeaderProps {
  channel: Channel;
  providers: readonly ChannelProvider[];
  platforms: readonly Platform[];
  isSearching: boolean;
  onSearch: () => void;
  onOpenLog?: (() => void) | undefined;
  isPopout: boolean;
  isPane: boolean;
}

export function ChatHeader(props: ChatHeaderProps) {
  const { channel, providers, platforms, isSearching, onSearch, onOpenLog, isPopout, isPane } = props;
  const Heading = isPane ? "h2" : "h1";
  return (
    <header className={classes["header"]}>
      <Heading className={classes["title"]}>Chat</Heading>
      <MessageRates providers={providers} platforms={platforms} />
      <div className="rigid flex ml-auto">
        <Tool label="Search chat" isPressed={isSearching} onClick={onSearch}>
          <IconSearch size={17} stroke={1.6} />
        </Tool>
        <AppearanceMenu />
        {!isPopout && (
          <Tool label="Pop out" onClick={() => openChatPopout(channel.id)}>
            <IconExternalLink size={17} stroke={1.6} />
          </Tool>
        )}
        <MoreMenu channel={channel} onOpenLog={onOpenLog} />
      </div>
    </header>
  );
}

interface ToolProps {
  label: string;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, isPressed, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-pressed={isPressed} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function MoreMenu({ channel, onOpenLog }: { channel: Channel; onOpenLog: (() => void) | undefined }) {
  const [open, setOpen] = useState<"settings" | "help" | null>(null);
  const exportChat = useExportChat(channel.id);
  const close = () => setOpen(null);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label="More chat options">
            <IconDotsVertical size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onOpenLog && (
            <Menu.Item leftSection={<IconHistory size={16} />} onClick={onOpenLog}>
              Moderation log
            </Menu.Item>
          )}
          {can(channel, "moderation.use") && (
            <>
              <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => exportChat.mutate("csv")}>
                Export as CSV
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => exportChat.mutate("jsonl")}>
                Export as JSON (JSONL)
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => setOpen("help")}>
            Keyboard shortcuts
          </Menu.Item>
          {can(channel, "platforms.manage") && (
            <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => setOpen("settings")}>
              Chat settings
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === "help" && <ShortcutsDialog onClose={close} />}
        {open === "settings" && <ChatSettingsDialog channelId={channel.id} onClose={close} />}
      </Suspense>
    </>
  );
}

type Format = "csv" | "jsonl";

/** Downloads the stored chat with a request, because a plain link cannot send the access token. */
function useExportChat(channelId: string) {
  return useSingleMutation({
    mutationFn: async (format: Format) => {
      const progress = toast.loading("Exporting chat");
      try {
        const params = { path: { channel_id: channelId }, query: { format } };
        const file = await unwrap<unknown>(
          api.GET("/api/2/channels/{channel_id}/chat-messages/export", { params, parseAs: "blob" }),
        );
        if (file instanceof Blob) saveFile(file, `chat.${format}`);
        progress.success("Chat exported");
      } catch (error) {
        progress.error(messageOf(error));
      }
    },
  });
}
