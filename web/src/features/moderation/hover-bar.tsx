import { Menu } from "@mantine/core";
import {
  IconArrowBackUp,
  IconBan,
  IconChevronDown,
  IconClockPause,
  IconEyeOff,
  IconId,
  IconTrash,
} from "@tabler/icons-react";
import type { ChatLine, Removal } from "../../api/chat";
import { usePlatforms } from "../../api/platforms";
import type { ChannelProvider } from "../../api/types";
import { durationWords } from "../../lib/time/durations";
import { TIMEOUT_PRESETS, USUAL_TIMEOUT } from "../../lib/time/timeout-presets";
import { can, useChannel } from "../../session/channel";
import { useDeleteMessage, useSendOut } from "../../session/moderation";
import { type BarActions, barActions, isHidden } from "./bar-actions";
import { BarButton } from "./bar-button";
import classes from "./hover-bar.module.css";
import { walk } from "./toolbar-keys";

interface HoverBarProps {
  channelId: string;
  line: ChatLine;
  removal: Removal | null;
  /** The connection the line came from; undefined when it is gone. */
  connection: ChannelProvider | undefined;
  onReply: (line: ChatLine) => void;
  onOpenViewer: (line: ChatLine) => void;
  onWhy: (line: ChatLine) => void;
}

/** What can be done with one line; whoever shows the line shows it while the line is pointed at or has the focus. */
export function HoverBar({ channelId, line, removal, connection, onReply, onOpenViewer, onWhy }: HoverBarProps) {
  const platform = usePlatforms().find(({ provider }) => provider === line.provider);
  const mayModerate = can(useChannel(channelId).data, "moderation.use");
  const actions = barActions({ line, removal, connection, platform });
  const name = line.author?.name ?? platform?.name ?? line.provider;
  return (
    <div className={classes["bar"]} role="toolbar" aria-label={`Message by ${name}`} onKeyDown={walk}>
      {mayModerate && (
        <>
          <Deeds channelId={channelId} line={line} actions={actions} isHiding={isHidden(platform)} />
          <span className={classes["gap"]} aria-hidden="true" />
          <BarButton label="Reply" icon={IconArrowBackUp} why={actions.reply} onPress={() => onReply(line)} />
        </>
      )}
      {mayModerate && line.author && (
        <BarButton label="Open viewer card" icon={IconId} onPress={() => onOpenViewer(line)} />
      )}
      <button type="button" className={classes["why"]} onClick={() => onWhy(line)}>
        Why?
      </button>
    </div>
  );
}

interface DeedsProps {
  channelId: string;
  line: ChatLine;
  actions: BarActions;
  /** The platform takes no deletes. */
  isHiding: boolean;
}

function Deeds({ channelId, line, actions, isHiding }: DeedsProps) {
  const { provider, connection_id: connectionId, message_id: messageId } = line;
  const sendOut = useSendOut(channelId);
  const remove = useDeleteMessage(channelId);
  const inChat = { provider, connectionId, viewerId: line.author?.id ?? "", name: line.author?.name ?? "" };
  const timeOut = (seconds: number) => {
    if (!sendOut.isPending) sendOut.mutate({ ...inChat, seconds });
  };
  return (
    <>
      <BarButton
        label={actions.removal}
        icon={isHiding ? IconEyeOff : IconTrash}
        why={actions.remove}
        isBusy={remove.isPending}
        onPress={() => remove.mutate({ provider, connectionId, messageId, isHiding })}
      />
      <BarButton
        label={`Time out for ${durationWords(USUAL_TIMEOUT)}`}
        icon={IconClockPause}
        why={actions.sendOut}
        isBusy={sendOut.isPending}
        onPress={() => timeOut(USUAL_TIMEOUT)}
      />
      {actions.sendOut === null && <Presets onChoose={timeOut} />}
      <BarButton
        label="Ban"
        icon={IconBan}
        why={actions.sendOut}
        isBusy={sendOut.isPending}
        onPress={() => sendOut.mutate(inChat)}
      />
    </>
  );
}

function Presets({ onChoose }: { onChoose: (seconds: number) => void }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes["more"]} aria-label="Other times">
          <IconChevronDown size={12} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Time out for">
        {TIMEOUT_PRESETS.map((seconds) => (
          <Menu.Item key={seconds} onClick={() => onChoose(seconds)}>
            {durationWords(seconds)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
