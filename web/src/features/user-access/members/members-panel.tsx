import { Button } from "@mantine/core";
import { IconHistory, IconPlus } from "@tabler/icons-react";
import { Link } from "react-router";
import { useNow } from "../../../lib/time/use-now";
import { useCurrentUser } from "../../../session/current-user";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { Panel } from "../../../ui/panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { useMembers } from "../access.queries";
import type { Member } from "../access-types";
import { NEW_INVITATION } from "../invitations/new-invitation";
import classes from "../user-access.module.css";
import { MemberRow } from "./member-row";

const MINUTE_MS = 60_000;

export function MembersPanel({ channelId }: { channelId: string }) {
  const members = useMembers(channelId);
  const online = members.data?.filter((member) => member.is_online).length;
  return (
    <Panel className={classes["members"] ?? ""} aria-labelledby="members">
      <div className="row gap-8 wrap mih-48 pt-12 pb-4 px-16">
        <h1 id="members">User Access</h1>
        {members.data && <span className="badge digits">{members.data.length}</span>}
        <div className="row gap-12 wrap ml-auto">
          {online !== undefined && <span className={classes["online"]}>{online} online</span>}
          <Button
            component={Link}
            to={`/channels/${channelId}/user-access/audit-log`}
            leftSection={<IconHistory size={16} />}
          >
            Audit log
          </Button>
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={focusNewInvitation}>
            Invite someone
          </Button>
        </div>
      </div>
      <p className="small muted pb-12 px-16">
        People who run this channel with you. Their role also counts in chat, on every account they connected.
      </p>
      {members.isError && !members.data && (
        <ErrorPanel isBare error={members.error} onRetry={() => void members.refetch()} />
      )}
      {members.isPending && <SkeletonRows isInset count={3} label="Loading members" />}
      {members.data && <MemberTable channelId={channelId} members={members.data} />}
    </Panel>
  );
}

function focusNewInvitation() {
  const form = document.getElementById(NEW_INVITATION);
  form?.scrollIntoView({ block: "center" });
  form?.querySelector<HTMLInputElement>("input:checked")?.focus();
}

function MemberTable({ channelId, members }: { channelId: string; members: readonly Member[] }) {
  const me = useCurrentUser().data?.id;
  const hasEnds = members.some((member) => member.expires_at !== null);
  const now = useNow(true, hasEnds ? 1000 : MINUTE_MS);
  return (
    <div>
      <div className={classes["columns"]} aria-hidden="true">
        <span className={classes["wide"]}>Member</span>
        <span>Connected</span>
        <span>Role</span>
        <span>Last seen</span>
      </div>
      <ul className="plain-list" aria-label="Members">
        {members.map((member) => (
          <MemberRow
            key={member.user_id}
            channelId={channelId}
            member={member}
            isMe={member.user_id === me}
            isOwner={members.some((one) => one.user_id === me && one.role === "Owner")}
            now={now}
          />
        ))}
      </ul>
    </div>
  );
}
