import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { Channel } from "../../api/types";
import { clockDuration, secondsBetween } from "../../lib/time/dates";
import { Avatar } from "../../ui/avatar";
import { useShellActions } from "../shell/shell-actions";
import classes from "./channel-switcher.module.css";

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
          <span className="column grow miw-0">
            <span className={classes["name"]}>{channel.display_name}</span>
            <span className="small muted digits">
              <LiveState since={channel.is_live ? channel.live_since : null} isLive={channel.is_live} />
            </span>
          </span>
        )}
        {layout === "full" && <IconSelector className="faint" size={16} aria-hidden="true" />}
      </button>
    </Tooltip>
  );
}

/** "Live · 3:12:44", updated every second, or "Offline". */
function LiveState({ isLive, since }: { isLive: boolean; since: string | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!since) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  if (!isLive) return "Offline";
  return since ? `Live · ${clockDuration(secondsBetween(since, now))}` : "Live";
}
