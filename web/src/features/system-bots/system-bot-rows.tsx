import { useState } from "react";
import type { Platform } from "../../api/types";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { SystemBotRow } from "./system-bot-row";
import classes from "./system-bots.module.css";
import { useDisconnectSystemBot, useSystemBots } from "./system-bots.queries";

/** One row per platform, with the disconnect confirmation. */
export function SystemBotRows({ platforms }: { platforms: readonly Platform[] }) {
  const bots = useSystemBots().data ?? [];
  const [leaving, setLeaving] = useState<Platform | null>(null);
  const disconnect = useDisconnectSystemBot();
  const close = () => setLeaving(null);
  const confirm = () => {
    if (leaving) disconnect.mutate(leaving);
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
            onDisconnect={() => setLeaving(platform)}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={leaving !== null}
        title={`Disconnect ${leaving?.name ?? ""}?`}
        message={`Are you sure you want to disconnect ${leaving?.name ?? ""}?`}
        verb="Disconnect"
        danger
        onConfirm={confirm}
        onClose={close}
      />
    </>
  );
}
