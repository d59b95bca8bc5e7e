import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Channel } from "../../api/types";
import { longDate } from "../../lib/time/dates";
import { useNow } from "../../lib/time/use-now";
import { LeaveDialog, useOwnMembership } from "../../session/access/leave-channel";
import { Avatar } from "../../ui/avatar";
import { Panel } from "../../ui/panel";
import { Tag } from "../../ui/tag";
import { usePresent } from "./access.queries";
import { endOfAccess } from "./access-labels";
import classes from "./user-access.module.css";

/** For members who cannot manage access: their own role and end of access, and the members who are online. */
export function OwnAccess({ channel }: { channel: Channel }) {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const own = useOwnMembership(channel.id).data;
  const now = useNow(own?.expires_at !== null);
  const end = own ? endOfAccess(own, now) : null;
  return (
    <Panel aria-labelledby="own-access">
      <div className="row gap-8 wrap mih-48 pt-12 pb-4 px-16">
        <h1 id="own-access">User Access</h1>
        <Tag>{channel.role}</Tag>
        <div className="row gap-12 wrap ml-auto">
          <Button color="red" onClick={() => setLeaving(true)}>
            Leave channel
          </Button>
        </div>
      </div>
      <p className="small muted pb-12 px-16">
        {own ? `You are ${own.role} of ${channel.display_name} since ${longDate(own.created_at)}. ` : ""}
        Only Admins and above can see and change members.
      </p>
      {end && <p className="amber pb-12 px-16">{end}</p>}
      <OnlineMembers channelId={channel.id} />
      <LeaveDialog
        channel={channel}
        opened={isLeaving}
        onClose={() => setLeaving(false)}
        onLeft={() => void navigate("/channels")}
      />
    </Panel>
  );
}

function OnlineMembers({ channelId }: { channelId: string }) {
  const present = usePresent(channelId).data ?? [];
  return (
    <>
      <h2 className="pb-8 px-16">Here right now</h2>
      <ul className={classes["present"]}>
        {present.map(({ user_id: id, display_name: name, avatar_url: avatar }) => (
          <li key={id} className="inline-row gap-8 miw-0 breaks">
            <Avatar name={name} src={avatar} size={24} />
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}
