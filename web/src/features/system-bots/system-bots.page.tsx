import { usePlatforms } from "../../api/platforms";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { SystemBotRows } from "./system-bot-rows";
import { useSystemBots } from "./system-bots.queries";

export function SystemBotsPage() {
  return (
    <>
      <PageTitle>System Provider Bots</PageTitle>
      <PageHeader title="System Provider Bots" about="Bot accounts for channels without a custom bot" />
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
        <div className="py-8 px-20">
          <SkeletonRows count={3} />
        </div>
      )}
      {bots.data && platforms.length === 0 && (
        <EmptyState title="No platforms" about="None of the configured platforms supports a system bot." />
      )}
      {bots.data && <SystemBotRows platforms={platforms} />}
    </Panel>
  );
}
