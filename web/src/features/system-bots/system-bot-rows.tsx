import { useState } from "react";
import type { Platform } from "../../api/types";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { SystemBotRow } from "./system-bot-row";
import classes from "./system-bots.module.css";
import { useDisconnectSystemBot, useSystemBots } from "./system-bots.queries";

/** One row per platform, with the disconnect confirmation. */
export function SystemBotRows({ platforms }: { platforms: readonly Platform[] }) {
  const bots = useSystemBots().data ?? [];
  const [disconnecting, setDisconnecting] = useState<Platform | null>(null);
  const disconnect = useDisconnectSystemBot();
  const close = () => setDisconnecting(null);
  const confirm = () => {
    if (disconnecting) disconnect.mutate(disconnecting);
    close();
  };
  return (
    <>
      <ul className={classes["rows"]}>
        {platforms.map((platform) => (
          <SystemBotRow
            key={platform.provider}
            platform={platform}
            bot={bots.find(({ provider }) => provider === platform.provider)}
            onDisconnect={() => setDisconnecting(platform)}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={disconnecting !== null}
        title={`Disconnect ${disconnecting?.name ?? ""}?`}
        message={`Are you sure you want to disconnect ${disconnecting?.name ?? ""}?`}
        verb="Disconnect"
        danger
        onConfirm={confirm}
        onClose={close}
      />
    </>
  );
}
