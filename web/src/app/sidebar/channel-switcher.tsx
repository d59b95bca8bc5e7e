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
  /** Whether the switcher is in the header, as on phones, where it has no background. */
  isInHeader?: boolean;
}

export function ChannelSwitcher({ channel, isCollapsed = false, isInHeader = false }: ChannelSwitcherProps) {
  const { openPicker } = useShellActions();
  const layout = isInHeader ? "header" : isCollapsed ? "collapsed" : "full";
  return (
    <Tooltip label={channel.display_name} position="right" disabled={!isCollapsed}>
      <button type="button" className={classes["switcher"]} data-layout={layout} onClick={openPicker}>
        <Avatar name={channel.display_name} src={channel.avatar_url} isLive={channel.is_live} />
        <VisuallyHidden>Switch channel, current:{isCollapsed && ` ${channel.display_name}`}</VisuallyHidden>
        {!isCollapsed && (
          <span className={classes["text"]}>
            <span className={classes["name"]}>{channel.display_name}</span>
            <span className={classes["state"]}>
              <LiveState since={channel.is_live ? channel.live_since : null} isLive={channel.is_live} />
            </span>
          </span>
        )}
        {layout === "full" && <IconSelector className={classes["arrows"]} size={16} aria-hidden="true" />}
      </button>
    </Tooltip>
  );
}
