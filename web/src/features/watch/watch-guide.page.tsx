import { Anchor, Button } from "@mantine/core";
import { IconExternalLink, IconInfoCircle } from "@tabler/icons-react";
import { Link, useParams } from "react-router";
import { usePlatforms } from "../../api/platforms";
import type { ChannelProvider, Platform } from "../../api/types";
import { can, useChannel } from "../../session/channel";
import { useChannelProviders } from "../../session/channel-providers";
import { useChannelProvidersLive } from "../../session/channel-providers.live";
import { useChatSettings } from "../../session/chat-settings";
import { CopyLink } from "../../ui/buttons/copy-link";
import { EmptyState } from "../../ui/empty-state";
import { MirrorPicture } from "../../ui/mirror-picture";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { Tag } from "../../ui/tag";
import classes from "./watch-guide.module.css";
import { watchPath } from "./watch-path";

/** Lists the channel's public watch pages. */
export function WatchGuidePage() {
  const { channelId = "" } = useParams();
  useChannelProvidersLive(channelId);
  return (
    <div className="column gap-8 miw-0 w-full maw-880">
      <PageTitle>Watch</PageTitle>
      <PageHeader title="Watch" about="Public pages with your stream and the chat of all platforms" />
      <ChatHint channelId={channelId} />
      <Pages channelId={channelId} />
    </div>
  );
}

function Pages({ channelId }: { channelId: string }) {
  const platforms = usePlatforms();
  const { data, error, refetch, isFetching } = useChannelProviders(channelId);
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) {
    return (
      <Panel className={classes["loading"] ?? ""}>
        <SkeletonRows count={4} label="Loading pages" />
      </Panel>
    );
  }
  const rows = pagesOf(platforms, data);
  if (rows.length === 0) return <NoPages channelId={channelId} />;
  return (
    <Panel aria-label="Pages">
      <ul className="m-0 unmarked px-20 py-4">
        {rows.map(({ account, platform }) => (
          <PageRow key={account.id} account={account} platform={platform} />
        ))}
      </ul>
    </Panel>
  );
}

interface WatchPage {
  account: ChannelProvider;
  platform: Platform;
}

/** One page per account on a streaming platform, in the order of the platforms, oldest account first. */
export function pagesOf(platforms: readonly Platform[], accounts: readonly ChannelProvider[]): WatchPage[] {
  return platforms
    .filter(({ flags }) => flags.stream)
    .flatMap((platform) =>
      accounts
        .filter(({ provider }) => provider === platform.provider)
        .toReversed()
        .map((account) => ({ account, platform })),
    );
}

function PageRow({ account, platform }: WatchPage) {
  const path = watchPath(account);
  // A handle that is not proven has no watch page.
  const isOpen = account.proof_code === null;
  return (
    <li className="row wrap column-gap-16 row-gap-8 py-12 lines-between">
      <PlatformIcon provider={platform.provider} size={24} />
      <div className={classes["text"]}>
        <h2 className={classes["name"]}>
          {platform.name}
          <bdi className="muted breaks fw-400">{account.display_name}</bdi>
          {account.is_live && <Tag tone="live">Live</Tag>}
        </h2>
        {isOpen && <p className={classes["address"]}>{new URL(path, window.location.origin).href}</p>}
        {!isOpen && (
          <p className="small muted mt-2">
            Not public yet: confirm this handle under{" "}
            <Anchor component={Link} to={`/channels/${account.channel_id}/providers`} inherit underline="always">
              Platforms
            </Anchor>
            .
          </p>
        )}
        {isOpen && platform.embedUrl === null && (
          <p className="small muted mt-2">
            {platform.name} streams can't be embedded, so this page links to {platform.name}.
          </p>
        )}
      </div>
      {isOpen && <PageActions path={path} page={`watch page of ${account.display_name} on ${platform.name}`} />}
    </li>
  );
}

function PageActions({ path, page }: { path: string; page: string }) {
  return (
    <div className={classes["actions"]}>
      <CopyLink path={path} label={`Copy link to ${page}`} />
      <Button
        component="a"
        href={path}
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink size={15} />}
        aria-label={`Open ${page}`}
      >
        Open
      </Button>
    </div>
  );
}

/** Explains why the pages have no chat, if the chat is not public. */
function ChatHint({ channelId }: { channelId: string }) {
  const { data: settings } = useChatSettings(channelId);
  const canChange = can(useChannel(channelId).data, "platforms.manage");
  if (settings?.is_public !== false) return null;
  return (
    <Panel className={classes["hint"] ?? ""} role="note" aria-label="About the chat">
      <IconInfoCircle size={18} stroke={1.6} aria-hidden="true" />
      <p>
        Your chat isn't public, so these pages only show the stream.{" "}
        {canChange ? (
          <>
            To show it, go to{" "}
            <Anchor component={Link} to={`/channels/${channelId}/chat`} inherit underline="always">
              Chat
            </Anchor>
            {" > More > Chat settings"} and turn on Public chat.
          </>
        ) : (
          "A channel admin can change this."
        )}
      </p>
    </Panel>
  );
}

function NoPages({ channelId }: { channelId: string }) {
  return (
    <Panel className="flex mih-320">
      <EmptyState
        picture={<MirrorPicture />}
        title="No watch pages yet"
        about="Connect a streaming platform to get its watch page."
      >
        <Button component={Link} to={`/channels/${channelId}/providers`} variant="filled">
          Open Platforms
        </Button>
      </EmptyState>
    </Panel>
  );
}
