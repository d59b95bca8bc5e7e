import { useNow } from "../../../lib/time/use-now";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { Panel } from "../../../ui/panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { useInviteLinks, useInvites } from "../access.queries";
import classes from "../user-access.module.css";
import { ClosedInvitation, OpenInvitation } from "./invitation-row";
import { NewInvitation } from "./new-invitation";

const TICK_MS = 15_000;

export function InvitationsPanel({ channelId }: { channelId: string }) {
  const invites = useInvites(channelId);
  const open = invites.data?.filter(({ state }) => state === "open");
  return (
    <Panel className={classes["side"] ?? ""} aria-labelledby="invitations">
      <div className={classes["head"]}>
        <h2 id="invitations">Invitations</h2>
        {open && <span className={classes["count"]}>{open.length}</span>}
        <span className={classes["tools"]}>
          <span className={classes["hint"]}>One use each</span>
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
  if (invites.length === 0) return <p className={classes["about"]}>Nobody is invited. Make a link below.</p>;
  return (
    <ul className={classes["invites"]} aria-label="Invitations">
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
