import { Menu } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { AdminChannel } from "../../api/types";
import { RowMenu } from "../../ui/list/row-menu";
import { useLiftChannelSuspension } from "./admin-channels.queries";
import { ChannelDetails } from "./channel-details";
import { DeleteChannelDialog } from "./delete-channel-dialog";
import { SuspendChannelDialog } from "./suspend-channel-dialog";

type OpenDialog = "details" | "suspend" | "delete" | null;

export function ChannelActions({ channel }: { channel: AdminChannel }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const lift = useLiftChannelSuspension();
  const close = () => setDialog(null);
  return (
    <>
      <RowMenu label={`Actions for ${channel.display_name}`}>
        {channel.level === null ? (
          <Menu.Item onClick={() => setDialog("details")}>Details</Menu.Item>
        ) : (
          <Menu.Item component={Link} to={`/channels/${channel.id}`}>
            Open
          </Menu.Item>
        )}
        {channel.suspended_at ? (
          <Menu.Item onClick={() => lift.mutate(channel)}>Lift suspension</Menu.Item>
        ) : (
          <Menu.Item onClick={() => setDialog("suspend")}>Suspend</Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => setDialog("delete")}>
          Delete
        </Menu.Item>
      </RowMenu>
      {dialog === "details" && <ChannelDetails channel={channel} onClose={close} />}
      {dialog === "suspend" && <SuspendChannelDialog channel={channel} onClose={close} />}
      {dialog === "delete" && <DeleteChannelDialog channel={channel} onClose={close} />}
    </>
  );
}
