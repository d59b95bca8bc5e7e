import { Button } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import { useState } from "react";
import type { Session } from "../../api/types";
import { relativeAge } from "../../lib/time/dates";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { ErrorPanel } from "../../ui/page/error-panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { Tag } from "../../ui/tag";
import { useEndSession, useSessions, useSignOutEverywhere } from "./sessions.queries";
import classes from "./settings.module.css";
import { SettingsSection } from "./settings-section";

export function Sessions({ onConfirming }: { onConfirming: (isConfirming: boolean) => void }) {
  const [isOpen, setOpen] = useState(false);
  const signOutEverywhere = useSignOutEverywhere();
  const setConfirming = (next: boolean) => {
    setOpen(next);
    onConfirming(next);
  };
  return (
    <SettingsSection
      title="Sessions"
      about="Browsers where you're signed in"
      action={<Button onClick={() => setConfirming(true)}>Sign out everywhere</Button>}
    >
      <SessionRows />
      <ConfirmDialog
        opened={isOpen}
        title="Sign out everywhere?"
        message="This signs you out on all browsers, including this one."
        verb="Sign out"
        danger
        isPending={signOutEverywhere.isPending || signOutEverywhere.isSuccess}
        onConfirm={() => signOutEverywhere.mutate(undefined, { onError: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      />
    </SettingsSection>
  );
}

function SessionRows() {
  const sessions = useSessions();
  if (sessions.isError && !sessions.data) {
    return <ErrorPanel isBare error={sessions.error} onRetry={() => void sessions.refetch()} />;
  }
  if (!sessions.data) return <SkeletonRows count={1} label="Loading sessions" />;
  return (
    <ul className="plain-list">
      {sessions.data.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  );
}

function SessionRow({ session }: { session: Session }) {
  const end = useEndSession();
  return (
    <li className={classes["row"]}>
      <span className={classes["mark"]}>
        <IconDeviceDesktop size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={classes["text"]}>
        <div className="row wrap fw-500 column-gap-8 row-gap-2">
          {session.browser}
          {session.is_current && <Tag tone="ok">This browser</Tag>}
        </div>
        <div className="small muted breaks">
          Last seen {relativeAge(session.last_seen_at, Date.now()).toLowerCase()}
        </div>
      </div>
      {!session.is_current && (
        <BusyButton
          aria-label={`Sign out ${session.browser}`}
          isBusy={end.isPending}
          onClick={() => end.mutate(session.id)}
        >
          Sign out
        </BusyButton>
      )}
    </li>
  );
}
