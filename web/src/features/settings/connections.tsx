import { Button } from "@mantine/core";
import { useState } from "react";
import { usePlatforms } from "../../api/platforms";
import type { Platform, UserProvider } from "../../api/types";
import { useUserProviders } from "../../session/user-providers";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { Tag } from "../../ui/tag";
import { type AccountRow, accountFact, accountRows, isEmoteService, isSignInOnly } from "./account-rows";
import { useConnectAccount, useDisconnectAccount } from "./connections.queries";
import classes from "./settings.module.css";
import { SettingsSection } from "./settings-section";

type Connected = { platform: Platform; account: UserProvider };

export function Connections({ onConfirming }: { onConfirming: (isConfirming: boolean) => void }) {
  const [disconnecting, setDisconnecting] = useState<Connected | null>(null);
  const disconnect = useDisconnectAccount();
  const setConfirming = (next: Connected | null) => {
    setDisconnecting(next);
    onConfirming(next !== null);
  };
  const confirm = () => {
    if (disconnecting) disconnect.mutate(disconnecting.account);
    setConfirming(null);
  };
  return (
    <SettingsSection title="Connections" about="Accounts you use to sign in and chat">
      <ConnectionRows onDisconnect={setConfirming} />
      <ConfirmDialog
        opened={disconnecting !== null}
        title={`Disconnect ${disconnecting?.platform.name ?? ""}?`}
        message={`Are you sure you want to disconnect ${disconnecting?.platform.name ?? ""}?`}
        verb="Disconnect"
        danger
        onConfirm={confirm}
        onClose={() => setConfirming(null)}
      />
    </SettingsSection>
  );
}

function ConnectionRows({ onDisconnect }: { onDisconnect: (row: Connected) => void }) {
  const platforms = usePlatforms();
  const accounts = useUserProviders();
  if (accounts.isError && !accounts.data) {
    return <ErrorPanel isBare error={accounts.error} onRetry={() => void accounts.refetch()} />;
  }
  if (!accounts.data) return <SkeletonRows count={2} label="Loading connections" />;
  return (
    <ul className="plain-list">
      {accountRows(platforms, accounts.data).map((row) => (
        <ConnectionRow key={row.account?.id ?? row.platform.provider} {...row} onDisconnect={onDisconnect} />
      ))}
    </ul>
  );
}

function ConnectionRow({ platform, account, onDisconnect }: AccountRow & { onDisconnect: (row: Connected) => void }) {
  const connect = useConnectAccount();
  return (
    <li className={classes["row"]}>
      <span className={classes["mark"]}>
        <PlatformIcon provider={platform.provider} size={20} />
      </span>
      <div className={classes["text"]}>
        <div className="row wrap fw-500 column-gap-8 row-gap-2">
          {platform.name}
          {account?.scope_needed && <Tag tone="attention">Needs permission</Tag>}
        </div>
        <div className="small muted breaks">{accountFact({ platform, account })}</div>
      </div>
      <span className="row gap-8 ml-auto">
        {isSignInOnly({ platform, account }) && (
          <Button
            aria-label={`Chat as ${account?.display_name ?? ""} on ${platform.name}`}
            onClick={() => connect(platform)}
          >
            Allow chat
          </Button>
        )}
        {account?.scope_needed && (
          <Button variant="filled" color="amber" onClick={() => connect(platform)}>
            Reconnect
          </Button>
        )}
        {isEmoteService(platform) ? null : account ? (
          <Button aria-label={`Disconnect ${platform.name}`} onClick={() => onDisconnect({ platform, account })}>
            Disconnect
          </Button>
        ) : (
          <Button aria-label={`Connect ${platform.name}`} onClick={() => connect(platform)}>
            Connect
          </Button>
        )}
      </span>
    </li>
  );
}
