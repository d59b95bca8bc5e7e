import { Button } from "@mantine/core";
import { Link, useParams, useSearchParams } from "react-router";
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
import { Tag } from "../../ui/tag";
import { CapabilityList } from "./card/capability-list";
import classes from "./card/platform-card.module.css";
import { PlatformHead } from "./card/platform-head";
import { PlatformOffer } from "./card/platform-offer";
import { PlatformSkeleton } from "./card/platform-skeleton";
import { connectable } from "./connectable";
import { useConnectPlatform } from "./use-connect-platform";

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

interface ConnectedPlatformProps {
  channelId: string;
  platform: Platform;
  accounts: readonly ChannelProvider[];
  canManage: boolean;
}

/** Card of the connect page for a platform that is already connected. */
function ConnectedPlatform({ channelId, platform, accounts, canManage }: ConnectedPlatformProps) {
  const connect = useConnectPlatform(channelId);
  return (
    <Panel className={classes["card"] ?? ""} aria-label={`${platform.name}: connected`}>
      <PlatformHead
        provider={platform.provider}
        title={platform.name}
        tags={<Tag tone="ok">Connected</Tag>}
        line={accounts.map((account) => account.display_name).join(", ")}
        action={
          <>
            {canManage && <AnotherAccount channelId={channelId} platform={platform} onConnect={connect} />}
            <Button variant="filled" component={Link} to={`/channels/${channelId}/providers`}>
              Platforms
            </Button>
          </>
        }
      />
      <CapabilityList platform={platform} />
    </Panel>
  );
}

interface AnotherAccountProps {
  channelId: string;
  platform: Platform;
  onConnect: (platform: Platform) => void;
}

function AnotherAccount({ channelId, platform, onConnect }: AnotherAccountProps) {
  const label = "Connect another account";
  if (platform.registration === "handle") {
    return (
      <Button component={Link} to={`/channels/${channelId}/register/${platform.provider}?another`}>
        {label}
      </Button>
    );
  }
  return <Button onClick={() => onConnect(platform)}>{label}</Button>;
}
