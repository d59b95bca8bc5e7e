import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import type { Channel } from "../../api/types";
import { Avatar } from "../../ui/avatar";
import { useShellActions } from "../shell/shell-actions";
import classes from "./channel-switcher.module.css";
import { LiveState } from "./live-state";

interface ChannelSwitcherProps {
  channel: Channel;
  isCollapsed?: boolean;
  /** Without a background, in the header on phones. */
  isBare?: boolean;
}

export function ChannelSwitcher({ channel, isCollapsed = false, isBare = false }: ChannelSwitcherProps) {
  const { openPicker } = useShellActions();
  const look = isBare ? "bare" : isCollapsed ? "collapsed" : "full";
  return (
    <Tooltip label={channel.display_name} position="right" disabled={!isCollapsed}>
      <button type="button" className={classes["switcher"]} data-look={look} onClick={openPicker}>
        <Avatar name={channel.display_name} src={channel.avatar_url} isLive={channel.is_live} />
        <VisuallyHidden>Switch channel, current:{isCollapsed && ` ${channel.display_name}`}</VisuallyHidden>
        {!isCollapsed && (
          <span className={classes["words"]}>
            <span className={classes["name"]}>{channel.display_name}</span>
            <span className={classes["state"]}>
              <LiveState since={channel.is_live ? channel.live_since : null} isLive={channel.is_live} />
            </span>
          </span>
        )}
        {look === "full" && <IconSelector className={classes["arrows"]} size={16} aria-hidden="true" />}
      </button>
    </Tooltip>
  );
}
