import { Button } from "@mantine/core";
import { Link, useParams, useSearchParams } from "react-router";
import { usePlatforms } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { can, useChannel } from "../../session/channel";
import { useChannelProviders } from "../../session/channel-providers";
import { useChannelProvidersLive } from "../../session/channel-providers.live";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { ConnectedPlatform } from "./card/connected-platform";
import { PlatformOffer } from "./card/platform-offer";
import { PlatformSkeleton } from "./card/platform-skeleton";
import { connectable } from "./connectable";

/** Shareable page to connect one platform to a channel. */
export function RegisterPage() {
  const { channelId = "", provider = "" } = useParams();
  const platform = connectable(usePlatforms()).find((candidate) => candidate.provider === provider);
  const title = platform ? `Connect ${platform.name}` : "Connect a platform";
  return (
    <div className="column gap-8 miw-0 w-full maw-880">
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} about="Connect an account to this channel" />
      {platform ? <Content channelId={channelId} platform={platform} /> : <NotFound channelId={channelId} />}
    </div>
  );
}

function Content({ channelId, platform }: { channelId: string; platform: Platform }) {
  const { data, error, refetch, isFetching } = useChannelProviders(channelId);
  const [query] = useSearchParams();
  const shared = { channelId, platform, canManage: can(useChannel(channelId).data, "platforms.manage") };
  useChannelProvidersLive(channelId);
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <PlatformSkeleton />;
  const accounts = data.filter(({ provider }) => provider === platform.provider);
  const showsConnectForm = accounts.length === 0 || query.has("another");
  return showsConnectForm ? <PlatformOffer {...shared} /> : <ConnectedPlatform {...shared} accounts={accounts} />;
}

function NotFound({ channelId }: { channelId: string }) {
  return (
    <Panel className="flex mih-320">
      <EmptyState title="This platform isn't available" about="See the available platforms.">
        <Button component={Link} to={`/channels/${channelId}/providers`}>
          All platforms
        </Button>
      </EmptyState>
    </Panel>
  );
}
