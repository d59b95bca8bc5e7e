import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link, useParams } from "react-router";
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
import { PlatformIcon } from "../../ui/platform-icon";
import { PlatformCard } from "./card/platform-card";
import { PlatformOffer } from "./card/platform-offer";
import { PlatformSkeleton } from "./card/platform-skeleton";
import { connectable, isStreamPlatform, platformEntries } from "./connectable";
import { Integrations } from "./integrations/integrations";
import classes from "./platforms.module.css";
import { useConnectPlatform } from "./use-connect-platform";

export function PlatformsPage() {
  const { channelId = "" } = useParams();
  const platforms = usePlatforms();
  const canManage = can(useChannel(channelId).data, "platforms.manage");
  const { data } = useChannelProviders(channelId);
  useChannelProvidersLive(channelId);
  return (
    <div className="column gap-8 miw-0">
      <PageTitle>Platforms</PageTitle>
      <PageHeader title="Platforms" about="Connections, health and features">
        {canManage && data && <AddAccount channelId={channelId} connected={data} platforms={platforms} />}
      </PageHeader>
      <PlatformGrid channelId={channelId} platforms={platforms} canManage={canManage} />
    </div>
  );
}

interface PlatformGridProps {
  channelId: string;
  platforms: readonly Platform[];
  canManage: boolean;
}

function PlatformGrid({ channelId, platforms, canManage }: PlatformGridProps) {
  const { data, error, refetch, isFetching } = useChannelProviders(channelId);
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Loading count={connectable(platforms).filter(isStreamPlatform).length} />;
  const entries = platformEntries(platforms, data);
  if (entries.length === 0) return <NothingToConnect />;
  return (
    <>
      <div className={classes["grid"]}>
        {entries.map(({ platform, account }) =>
          account ? (
            <PlatformCard key={account.id} provider={account} platform={platform} canManage={canManage} />
          ) : (
            <PlatformOffer key={platform.provider} channelId={channelId} platform={platform} canManage={canManage} />
          ),
        )}
      </div>
      <Integrations channelId={channelId} platforms={platforms} connected={data} canManage={canManage} />
    </>
  );
}

/** One skeleton per platform, but at least one. */
function Loading({ count }: { count: number }) {
  return (
    <div className={classes["grid"]}>
      {Array.from({ length: Math.max(1, count) }, (_, index) => index).map((index) => (
        <PlatformSkeleton key={index} />
      ))}
    </div>
  );
}

function NothingToConnect() {
  return (
    <Panel className="flex mih-320">
      <EmptyState
        title="No platforms set up"
        about="Ask your server admin to add API keys for at least one platform."
      />
    </Panel>
  );
}

interface AddAccountProps {
  channelId: string;
  connected: readonly ChannelProvider[];
  platforms: readonly Platform[];
}

/** Menu that connects another account of a connected platform. */
function AddAccount({ channelId, connected, platforms }: AddAccountProps) {
  const connect = useConnectPlatform(channelId);
  const connectedKeys = new Set(connected.map(({ provider }) => provider));
  const choices = connectable(platforms).filter(
    (platform) => isStreamPlatform(platform) && connectedKeys.has(platform.provider),
  );
  if (choices.length === 0) return null;
  return (
    <Menu withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} />}>Add another account</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((platform) => (
          <AddItem key={platform.provider} channelId={channelId} platform={platform} onConnect={connect} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface AddItemProps {
  channelId: string;
  platform: Platform;
  onConnect: (platform: Platform) => void;
}

/** Item that starts to connect the platform; platforms connected by handle have a separate form. */
function AddItem({ channelId, platform, onConnect }: AddItemProps) {
  const icon = <PlatformIcon provider={platform.provider} />;
  if (platform.registration === "handle") {
    const path = `/channels/${channelId}/register/${platform.provider}?another`;
    return (
      <Menu.Item leftSection={icon} component={Link} to={path}>
        {platform.name}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item leftSection={icon} onClick={() => onConnect(platform)}>
      {platform.name}
    </Menu.Item>
  );
}
