import { Button, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { loadScreen } from "../../../lib/reload-guard";
import { mediumDate, relativeAge } from "../../../lib/time/dates";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { copyText } from "../../../ui/buttons/copy-link";
import { Tag } from "../../../ui/tag";
import { useRevokeInvite } from "../access.queries";
import { closedLine, guestLabel, INVITE_STATES, timeLeft } from "../access-labels";
import type { Invite } from "../access-types";
import classes from "../user-access.module.css";

const QrCode = lazy(() => loadScreen(async () => ({ default: (await import("./qr-code")).QrCode })));

interface OpenInvitationProps {
  channelId: string;
  invite: Invite;
  /** The link of an invitation that was made in this tab, otherwise undefined. */
  link: string | undefined;
  now: number;
}

export function OpenInvitation({ channelId, invite, link, now }: OpenInvitationProps) {
  const revoke = useRevokeInvite(channelId);
  const guest = guestLabel(invite);
  const by = invite.created_by ? ` · made by ${invite.created_by}` : "";
  const revokeButton = (
    <BusyButton
      color="red"
      isBusy={revoke.isPending}
      aria-label={`Revoke the invitation for ${invite.role}`}
      onClick={() => revoke.mutate(invite.id)}
    >
      Revoke
    </BusyButton>
  );
  return (
    <li className={classes["invite"]} data-fresh={link !== undefined || undefined}>
      <div className={classes["invitehead"]}>
        <strong>{invite.role}</strong>
        {guest && <Tag>{guest}</Tag>}
        {link === undefined && <span className="row gap-12 wrap ml-auto">{revokeButton}</span>}
      </div>
      <p className="small muted">
        Expires {timeLeft(invite.expires_at, now)}
        {by}, {relativeAge(invite.created_at, now).toLowerCase()}
      </p>
      {link === undefined ? (
        <p className="small muted">The link was shown once, when it was made. Lost it? Revoke it and make another.</p>
      ) : (
        <FreshLink link={link}>{revokeButton}</FreshLink>
      )}
    </li>
  );
}

function FreshLink({ link, children }: { link: string; children: React.ReactNode }) {
  return (
    <div className="gap-16 wrap flex mt-8">
      <Suspense fallback={<span className={classes["qr"]} />}>
        <QrCode text={link} />
      </Suspense>
      <div className={classes["share"]}>
        <p className="small muted">
          Scan with a phone, or send the link. It works once, and it is shown only until you reload this page.
        </p>
        <TextInput
          readOnly
          aria-label="Link of the invitation"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="gap-8 wrap flex">
          <Button
            className="grow"
            leftSection={<IconCopy size={16} />}
            onClick={() => void copyText(link, "Link copied")}
          >
            Copy link
          </Button>
          {children}
        </div>
      </div>
    </div>
  );
}

export function ClosedInvitation({ invite }: { invite: Invite }) {
  return (
    <li className={classes["invite"]} data-closed="true">
      <div className={classes["invitehead"]}>
        {invite.role}
        <Tag>{INVITE_STATES[invite.state]}</Tag>
        <time className="row gap-12 wrap ml-auto">{mediumDate(invite.closed_at ?? invite.created_at)}</time>
      </div>
      <p className="small muted">{closedLine(invite)}</p>
    </li>
  );
}
