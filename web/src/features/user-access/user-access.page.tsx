import { VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useParams } from "react-router";
import { useRoles } from "../../api/roles";
import { useNow } from "../../lib/time/use-now";
import { can, useChannel } from "../../session/channel";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { useMembersLive, usePresenceLive } from "./access.live";
import { useInviteLinks, useInvites } from "./access.queries";
import { ClosedInvitation, OpenInvitation } from "./invitations/invitation-row";
import { NewInvitation } from "./invitations/new-invitation";
import { MembersPanel } from "./members/members-panel";
import { OwnAccess } from "./own-access";
import { hasLine, ROLE_LINES, staffRoles } from "./role-lines";
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
        <div className="column gap-panels miw-0">
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
      <div className="column gap-panels miw-0">
        <MembersPanel channelId={channelId} />
        <RoleTable />
      </div>
      <InvitationsPanel channelId={channelId} />
    </div>
  );
}

/** Table "What each role can do", from the permissions that the server declares. */
function RoleTable() {
  const roles = staffRoles(useRoles().data ?? []);
  return (
    <Panel aria-labelledby="role-table">
      <div className="row gap-8 wrap mih-48 pt-12 pb-4 px-16">
        <h2 id="role-table">What each role can do</h2>
        <p className="small muted">Nobody can give a role above their own</p>
      </div>
      <table className={classes["roles"]} aria-labelledby="role-table">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Ability</VisuallyHidden>
            </th>
            {roles.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROLE_LINES.map((line) => (
            <tr key={line.text}>
              <th scope="row">{line.text}</th>
              {roles.map((role) => (
                <td key={role.name}>
                  <Mark isOn={hasLine(role, line)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Mark({ isOn }: { isOn: boolean }) {
  if (!isOn) {
    return (
      <span className="faint">
        <span aria-hidden="true">–</span>
        <VisuallyHidden>No</VisuallyHidden>
      </span>
    );
  }
  return (
    <>
      <IconCheck className={classes["yes"]} size={15} stroke={1.9} aria-hidden="true" />
      <VisuallyHidden>Yes</VisuallyHidden>
    </>
  );
}

const TICK_MS = 15_000;

function InvitationsPanel({ channelId }: { channelId: string }) {
  const invites = useInvites(channelId);
  const open = invites.data?.filter(({ state }) => state === "open");
  return (
    <Panel className={classes["side"] ?? ""} aria-labelledby="invitations">
      <div className="row gap-8 wrap mih-48 pt-12 pb-4 px-16">
        <h2 id="invitations">Invitations</h2>
        {open && <span className="badge digits">{open.length}</span>}
        <span className="row gap-12 wrap ml-auto">
          <span className="small muted">One use each</span>
        </span>
      </div>
      {invites.isError && !invites.data && (
        <ErrorPanel isBare error={invites.error} onRetry={() => void invites.refetch()} />
      )}
      {invites.isPending && <SkeletonRows isInset count={2} label="Loading invitations" />}
      {invites.data && <InvitationList channelId={channelId} />}
      <NewInvitation channelId={channelId} />
    </Panel>
  );
}

function InvitationList({ channelId }: { channelId: string }) {
  const invites = useInvites(channelId).data ?? [];
  const links = useInviteLinks(channelId);
  const now = useNow(true, TICK_MS);
  if (invites.length === 0) return <p className="small muted pb-12 px-16">Nobody is invited. Make a link below.</p>;
  return (
    <ul className="plain-list" aria-label="Invitations">
      {invites.map((invite) =>
        invite.state === "open" ? (
          <OpenInvitation key={invite.id} channelId={channelId} invite={invite} link={links[invite.id]} now={now} />
        ) : (
          <ClosedInvitation key={invite.id} invite={invite} />
        ),
      )}
    </ul>
  );
}
