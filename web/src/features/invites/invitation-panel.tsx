import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import type { Invitation } from "../../api/types";
import { useGate } from "../../lib/press-gate";
import { longDateTime } from "../../lib/time/dates";
import { landingPath } from "../../session/channel";
import { Avatar } from "../../ui/avatar";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Panel } from "../../ui/panel";
import { Tag } from "../../ui/tag";
import { toast } from "../../ui/toast/toast";
import classes from "./invite.module.css";
import { useAcceptInvite } from "./invites.queries";
import { describePermissions } from "./permission-labels";

export function InvitationPanel({ invitation, token }: { invitation: Invitation; token: string }) {
  const { channel, role, permissions, expires_at: expiresAt } = invitation;
  const end = accessEnd(invitation);
  return (
    <Panel className={classes["panel"] ?? ""}>
      <div className="row gap-12">
        <Avatar name={channel.display_name} size={48} />
        <div className="grow miw-0">
          <p className="small muted">{invitation.invited_by ?? "Someone"} invites you to</p>
          <h1 className="figure breaks">{channel.display_name}</h1>
        </div>
        <Tag>{role}</Tag>
      </div>
      <PermissionList role={role} lines={describePermissions(permissions)} />
      {end && <p className="small muted">{end}</p>}
      <AcceptButtons invitation={invitation} token={token} />
      <p className="small muted">
        Expires <time dateTime={expiresAt}>{longDateTime(expiresAt)}</time>. One-time use.
      </p>
    </Panel>
  );
}

const ENDS: Record<Invitation["access_ends"], string | null> = {
  never: null,
  "24h": "Your access ends 24 hours after you accept.",
  "7d": "Your access ends 7 days after you accept.",
  date: null,
  after_stream: "Your access ends by itself after the stream that is live, or else after the next one.",
};

/** When the access that the invitation gives ends; null if the access is unlimited. */
function accessEnd({ access_ends: ends, access_ends_at: endsAt }: Invitation): string | null {
  return endsAt === null ? ENDS[ends] : `Your access ends ${longDateTime(endsAt)}.`;
}

function PermissionList({ role, lines }: { role: string; lines: string[] }) {
  return (
    <div>
      <h2>As {role} you can</h2>
      <ul className="column medium p-0 gap-6 unmarked mt-8 mb-0 mx-0">
        {lines.map((line) => (
          <li key={line} className="gap-8 flex">
            <IconCheck className="mint mt-2" size={15} stroke={1.9} aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

function AcceptButtons({ invitation, token }: { invitation: Invitation; token: string }) {
  const navigate = useNavigate();
  const { mutate, isPending, isSuccess } = useAcceptInvite(invitation.id, token);
  const gate = useGate();

  function accept() {
    if (!gate.enter()) return;
    mutate(undefined, {
      onError: gate.open,
      onSuccess: (channel) => {
        toast.success(`You are now ${invitation.role} of ${channel.display_name}`);
        // The invitation is used: Back must not lead to it.
        void navigate(landingPath(channel), { replace: true });
      },
    });
  }

  return (
    <div className="gap-8 flex">
      <BusyButton variant="filled" isBusy={isPending || isSuccess} onClick={accept}>
        Accept
      </BusyButton>
      <Button component={Link} to="/" variant="subtle">
        Not now
      </Button>
    </div>
  );
}
