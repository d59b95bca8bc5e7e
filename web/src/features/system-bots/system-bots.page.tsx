import { useState } from "react";
import { usePlatforms } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/error-panel";
import { PageHeader } from "../../ui/page-header";
import { PageTitle } from "../../ui/page-title";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { SystemBotRow } from "./system-bot-row";
import classes from "./system-bots.module.css";
import { useDisconnectSystemBot, useSystemBots } from "./system-bots.queries";

export function SystemBotsPage() {
  return (
    <>
      <PageTitle>System Provider Bots</PageTitle>
      <PageHeader
        title="System Provider Bots"
        about="The accounts that speak in every channel without a bot of its own."
      />
      <Bots />
    </>
  );
}

function Bots() {
  const bots = useSystemBots();
  const platforms = usePlatforms().filter(({ flags }) => flags.systemBot);
  if (bots.isError && !bots.data) return <ErrorPanel error={bots.error} onRetry={() => void bots.refetch()} />;
  return (
    <Panel>
      {!bots.data && (
        <div className={classes["loading"]}>
          <SkeletonRows count={3} />
        </div>
      )}
      {bots.data && platforms.length === 0 && (
        <EmptyState title="No platform" about="None of the platforms that are set up here takes a system bot." />
      )}
      {bots.data && <BotRows platforms={platforms} />}
    </Panel>
  );
}

function BotRows({ platforms }: { platforms: readonly Platform[] }) {
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
