import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link, useParams } from "react-router";
import { usePlatforms } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { SystemBotRows } from "./system-bot-rows";
import { useSystemBots } from "./system-bots.queries";

export function SystemBotPage() {
  const { provider = "" } = useParams();
  const platform = usePlatforms().find((one) => one.provider === provider && one.flags.systemBot);
  const title = platform ? `System bot on ${platform.name}` : "System bot";
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} about="Used in every channel without a custom bot">
        <AllBots />
      </PageHeader>
      {platform ? <OneBot platform={platform} /> : <NoSuchBot />}
    </>
  );
}

function OneBot({ platform }: { platform: Platform }) {
  const bots = useSystemBots();
  if (bots.isError && !bots.data) return <ErrorPanel error={bots.error} onRetry={() => void bots.refetch()} />;
  return (
    <Panel>
      {bots.data ? (
        <SystemBotRows platforms={[platform]} />
      ) : (
        <div className="py-8 px-20">
          <SkeletonRows count={1} />
        </div>
      )}
      <p className="muted line-above pt-12 pb-16 px-20">
        {platform.botHelp ??
          `Use a separate ${platform.name} account for the bot: sign in as the bot in the window that opens.`}
      </p>
    </Panel>
  );
}

function NoSuchBot() {
  return (
    <Panel>
      <EmptyState title="This platform doesn't support a system bot" about="See the supported platforms.">
        <AllBots />
      </EmptyState>
    </Panel>
  );
}

function AllBots() {
  return (
    <Button
      component={Link}
      to="/admin/system-provider-bots"
      variant="subtle"
      leftSection={<IconArrowLeft size={16} />}
    >
      All bots
    </Button>
  );
}
