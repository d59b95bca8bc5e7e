import { useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { PageTitle } from "../../ui/page/page-title";
import { useMembersLive, usePresenceLive } from "./access.live";
import { InvitationsPanel } from "./invitations/invitations-panel";
import { MembersPanel } from "./members/members-panel";
import { OwnAccess } from "./own-access";
import { RoleTable } from "./role-table";
import classes from "./user-access.module.css";

/** Members, invitations and roles of a channel; staff who cannot manage access see their own access and the roles. */
export function UserAccessPage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  usePresenceLive(channelId);
  return (
    <>
      <PageTitle>User Access</PageTitle>
      {channel && can(channel, "access.manage") && <ManagedAccess key={channelId} channelId={channelId} />}
      {channel && !can(channel, "access.manage") && (
        <div className={classes["single"]}>
          <OwnAccess channel={channel} />
          <RoleTable />
        </div>
      )}
    </>
  );
}

function ManagedAccess({ channelId }: { channelId: string }) {
  useMembersLive(channelId);
  return (
    <div className={classes["page"]}>
      <div className={classes["main"]}>
        <MembersPanel channelId={channelId} />
        <RoleTable />
      </div>
      <InvitationsPanel channelId={channelId} />
    </div>
  );
}
