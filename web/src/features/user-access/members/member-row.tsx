import { NativeSelect, VisuallyHidden } from "@mantine/core";
import { IconClock, IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { useRoles } from "../../../api/roles";
import { longDateTime, mediumDate } from "../../../lib/time/dates";
import { Avatar } from "../../../ui/avatar";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Tag } from "../../../ui/tag";
import { useChangeLevel } from "../access.queries";
import { endOfAccess, lastSeen } from "../access-labels";
import type { Member } from "../access-types";
import classes from "../user-access.module.css";
import { MemberMenu, type MemberRowProps } from "./member-menu";

export function MemberRow(props: MemberRowProps) {
  const { channelId, member, isMe, now } = props;
  return (
    <li className={classes["row"]} aria-label={member.display_name}>
      <span className={classes["member"]}>
        <Avatar name={member.display_name} src={member.avatar_url} size={32} isLive={member.is_online} />
        <span className="column miw-0">
          <span className="row medium wrap breaks fw-500 column-gap-8 row-gap-4">
            {member.display_name}
            {member.is_suspended && <Tag tone="danger">Suspended</Tag>}
          </span>
          <Fact member={member} isMe={isMe} now={now} />
        </span>
      </span>
      <Accounts member={member} />
      {member.grantable_levels.length > 0 && !member.is_last_owner ? (
        <RoleField channelId={channelId} member={member} isMe={isMe} />
      ) : (
        <FixedRole member={member} />
      )}
      <LastSeen member={member} now={now} />
      <MemberMenu {...props} />
    </li>
  );
}

function Fact({ member, isMe, now }: { member: Member; isMe: boolean; now: number }) {
  const end = endOfAccess(member, now);
  if (end !== null) {
    return (
      <span className="inline-row small gap-4 digits amber">
        <IconClock size={13} stroke={1.7} aria-hidden="true" />
        <time dateTime={member.expires_at ?? undefined}>{end}</time>
      </span>
    );
  }
  return <span className="small muted">{isMe ? "You" : `Since ${mediumDate(member.created_at)}`}</span>;
}

function Accounts({ member }: { member: Member }) {
  const platforms = usePlatforms();
  return (
    <span className={classes["accounts"]}>
      {member.accounts.map(({ provider, name }) => (
        <span key={`${provider} ${name}`} title={name}>
          <PlatformIcon provider={provider} size={15} label={`${platformName(platforms, provider)}: ${name}`} />
        </span>
      ))}
      {member.accounts.length === 0 && <span className="small muted">None</span>}
    </span>
  );
}

function FixedRole({ member }: { member: Member }) {
  return (
    <span className={classes["fixed"]}>
      {member.role}
      {member.is_last_owner && (
        <span className="inline-row gap-4 fs-small" title="A channel needs an owner. Make another member owner first.">
          <IconLock size={13} stroke={1.7} aria-hidden="true" /> last one
        </span>
      )}
    </span>
  );
}

function LastSeen({ member, now }: { member: Member; now: number }) {
  return (
    <span className={classes["seen"]} data-now={member.is_online || undefined}>
      <VisuallyHidden>Last seen: </VisuallyHidden>
      <time title={member.last_seen_at ? longDateTime(member.last_seen_at) : undefined}>{lastSeen(member, now)}</time>
    </span>
  );
}

interface RoleFieldProps {
  channelId: string;
  member: Member;
  isMe: boolean;
}

/** Field for a member's role. A change is saved at once; changing one's own role asks for confirmation first. */
function RoleField({ channelId, member, isMe }: RoleFieldProps) {
  const roles = useRoles().data ?? [];
  const [unconfirmed, setUnconfirmed] = useState<number | null>(null);
  const { mutate, isPending, variables } = useChangeLevel(channelId, member);
  const offered = roles.filter(({ level }) => member.grantable_levels.includes(level) || level === member.level);
  const shown = isPending && variables !== undefined ? variables : member.level;
  const choose = (level: number) => (isMe ? setUnconfirmed(level) : mutate(level));
  return (
    <>
      <NativeSelect
        className={classes["role"] ?? ""}
        aria-label={`Role of ${member.display_name}`}
        value={String(shown)}
        data={offered.map(({ level, name }) => ({ value: String(level), label: name }))}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <ConfirmDialog
        opened={unconfirmed !== null}
        title="Change your own role?"
        message="You lose what only your role can do. Another owner has to give it back."
        verb="Change"
        danger
        onConfirm={() => {
          if (unconfirmed !== null) mutate(unconfirmed);
          setUnconfirmed(null);
        }}
        onClose={() => setUnconfirmed(null)}
      />
    </>
  );
}
