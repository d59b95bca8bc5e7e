import { useParams } from "react-router";
import { usePlatforms } from "../../api/platforms";
import type { ChannelProvider, Platform } from "../../api/types";
import { can, useChannel } from "../../session/channel";
import { useChannelProviders } from "../../session/channel-providers";
import { useChannelProvidersLive } from "../../session/channel-providers.live";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { AllPlatforms } from "./all-platforms";
import { PlatformCard } from "./card/platform-card";
import { PlatformDangerZone } from "./card/platform-danger-zone";
import { PlatformDetails } from "./card/platform-details";
import { PlatformSkeleton } from "./card/platform-skeleton";
import { platformOf } from "./connectable";

export function PlatformPage() {
  const { channelId = "", channelProviderId = "" } = useParams();
  const { data, error, refetch, isFetching } = useChannelProviders(channelId);
  const platforms = usePlatforms();
  useChannelProvidersLive(channelId);
  const provider = data?.find(({ id }) => id === channelProviderId);
  const title = provider ? platformOf(platforms, provider.provider).name : "Platform";
  return (
    <div className="column gap-8 miw-0 w-full maw-880">
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title}>
        <AllPlatforms channelId={channelId} />
      </PageHeader>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!error && !data && <PlatformSkeleton />}
      {data && !provider && <NoSuchPlatform channelId={channelId} />}
      {provider && <OnePlatform provider={provider} platform={platformOf(platforms, provider.provider)} />}
    </div>
  );
}

function OnePlatform({ provider, platform }: { provider: ChannelProvider; platform: Platform }) {
  const canManage = can(useChannel(provider.channel_id).data, "platforms.manage");
  return (
    <>
      <PlatformCard provider={provider} platform={platform} canManage={canManage} hasMenu={false} />
      <PlatformDetails provider={provider} platform={platform} />
      {canManage && <PlatformDangerZone provider={provider} platform={platform} />}
    </>
  );
}

function NoSuchPlatform({ channelId }: { channelId: string }) {
  return (
    <Panel className="flex mih-320">
      <EmptyState title="No longer connected" about="This account was disconnected from the channel.">
        <AllPlatforms channelId={channelId} />
      </EmptyState>
    </Panel>
  );
}
