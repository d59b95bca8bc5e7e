import { Menu } from "@mantine/core";
import { IconDoorExit } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Channel } from "../../api/types";
import { clockDuration, secondsBetween } from "../../lib/time/dates";
import { useNow } from "../../lib/time/use-now";
import { LeaveDialog } from "../../session/access/leave-channel";
import { Avatar } from "../../ui/avatar";
import { RowMenu } from "../../ui/list/row-menu";
import { Tag } from "../../ui/tag";
import classes from "./channel-row.module.css";

export function ChannelRow({ channel }: { channel: Channel }) {
  return (
    <li className={classes["item"]}>
      <Link className={classes["row"] ?? ""} to={`/channels/${channel.id}`}>
        <Avatar name={channel.display_name} src={channel.avatar_url} size={32} isLive={channel.is_live} />
        <span className="column grow miw-0">
          <span className="breaks fw-500">{channel.display_name}</span>
          <span className="small muted">{channel.role}</span>
        </span>
        {channel.is_live ? <LiveTag since={channel.live_since} /> : <span className="small muted">Offline</span>}
      </Link>
      <LeaveMenu channel={channel} />
    </li>
  );
}

function LeaveMenu({ channel }: { channel: Channel }) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <RowMenu label={`Actions for ${channel.display_name}`}>
        <Menu.Item color="red" leftSection={<IconDoorExit size={16} />} onClick={() => setLeaving(true)}>
          Leave channel
        </Menu.Item>
      </RowMenu>
      <LeaveDialog channel={channel} opened={isLeaving} onClose={() => setLeaving(false)} />
    </>
  );
}

function LiveTag({ since }: { since: string | null }) {
  const now = useNow(since !== null);
  return (
    <Tag tone="live">
      Live
      {since !== null && <time className={classes["uptime"]}>{clockDuration(secondsBetween(since, now))}</time>}
    </Tag>
  );
}
