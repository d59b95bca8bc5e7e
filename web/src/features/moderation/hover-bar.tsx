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
import { longDuration } from "../../lib/time/durations";
import { DEFAULT_TIMEOUT_SECONDS } from "../../lib/time/timeout-presets";
import { can, useChannel } from "../../session/channel";
import { useDeleteMessage, useModerate } from "../../session/moderation";
import { type BarActions, barActions, isHiding } from "./bar-actions";
import { BarButton } from "./bar-button";
import classes from "./hover-bar.module.css";
import { moveFocus } from "./toolbar-keys";

interface HoverBarProps {
  channelId: string;
  line: ChatLine;
  removal: Removal | null;
  /** The connection that the line came from; undefined after the connection was disconnected. */
  connection: ChannelProvider | undefined;
  onReply: (line: ChatLine) => void;
  /** Opens the form for duration and reason beside the button. */
  onOptions: (line: ChatLine, button: DOMRect) => void;
  onOpenViewer: (line: ChatLine) => void;
  onWhy: (line: ChatLine) => void;
}

/** Moderation toolbar of a hovered or selected line. */
export function HoverBar(props: HoverBarProps) {
  const { channelId, line, removal, connection, onReply, onOptions, onOpenViewer, onWhy } = props;
  const platform = usePlatforms().find(({ provider }) => provider === line.provider);
  const canModerate = can(useChannel(channelId).data, "moderation.use");
  const actions = barActions({ line, removal, connection, platform });
  const { replyProblem } = actions;
  const name = line.author?.name ?? platform?.name ?? line.provider;
  return (
    <div className={classes["bar"]} role="toolbar" aria-label={`Message by ${name}`} onKeyDown={moveFocus}>
      {canModerate && (
        <>
          <ModerationButtons
            channelId={channelId}
            line={line}
            actions={actions}
            isHiding={isHiding(platform)}
            onOptions={(button) => onOptions(line, button)}
          />
          <span className={classes["gap"]} aria-hidden="true" />
          <BarButton label="Reply" icon={IconArrowBackUp} problem={replyProblem} onPress={() => onReply(line)} />
        </>
      )}
      {canModerate && line.author && (
        <BarButton label="Open viewer card" icon={IconId} onPress={() => onOpenViewer(line)} />
      )}
      <button type="button" className={classes["why"]} onClick={() => onWhy(line)}>
        Why?
      </button>
    </div>
  );
}

interface ModerationButtonsProps {
  channelId: string;
  line: ChatLine;
  actions: BarActions;
  /** Whether deleting the message only hides it in Greenroom. */
  isHiding: boolean;
  onOptions: (button: DOMRect) => void;
}

function ModerationButtons({ channelId, line, actions, isHiding, onOptions }: ModerationButtonsProps) {
  const { provider, connection_id: connectionId, message_id: messageId } = line;
  const moderate = useModerate(channelId);
  const remove = useDeleteMessage(channelId);
  const target = { provider, connectionId, viewerId: line.author?.id ?? "", name: line.author?.name ?? "" };
  return (
    <>
      <BarButton
        label={actions.removeLabel}
        icon={isHiding ? IconEyeOff : IconTrash}
        problem={actions.removeProblem}
        isBusy={remove.isPending}
        onPress={() => remove.mutate({ provider, connectionId, messageId, isHiding })}
      />
      <BarButton
        label={`Time out for ${longDuration(DEFAULT_TIMEOUT_SECONDS)}`}
        icon={IconClockPause}
        problem={actions.banProblem}
        isBusy={moderate.isPending}
        onPress={() => moderate.mutate({ ...target, seconds: DEFAULT_TIMEOUT_SECONDS })}
      />
      {actions.banProblem === null && (
        <button
          type="button"
          className={classes["more"]}
          aria-label="Duration and reason"
          title="Duration and reason"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onOptions(currentTarget.getBoundingClientRect())}
        >
          <IconChevronDown size={12} aria-hidden="true" />
        </button>
      )}
      <BarButton
        label="Ban"
        icon={IconBan}
        problem={actions.banProblem}
        isBusy={moderate.isPending}
        onPress={() => moderate.mutate(target)}
      />
    </>
  );
}
