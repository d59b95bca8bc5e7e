import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { components } from "../../../api/schema";
import type { ChannelProvider, Platform } from "../../../api/types";
import { relativeAge } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { BusyIconButton } from "../../../ui/buttons/busy-icon-button";
import { PageHeader } from "../../../ui/page-header";
import { Panel } from "../../../ui/panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { announcementsQuery, useAnnouncementsLive } from "../announcements/announcements.queries";
import { isStreamPlatform } from "../connectable";
import { DisconnectDialog } from "../disconnect-dialog";
import { connectionLabel, emoteLine } from "../platform-labels";
import { musicQuery } from "../song-requests/song-requests.queries";
import { useConnectPlatform } from "../use-connect-platform";
import { type EmoteSource, useEmoteSources, useRefreshEmotes } from "./emotes.queries";
import classes from "./integrations.module.css";

interface IntegrationsProps {
  channelId: string;
  platforms: readonly Platform[];
  connected: readonly ChannelProvider[];
  canManage: boolean;
}

/** Music accounts, announcements and emote services of the channel. */
export function Integrations({ channelId, platforms, connected, canManage }: IntegrationsProps) {
  const { data: announcements } = useQuery(announcementsQuery(channelId));
  const { data: music } = useQuery(musicQuery(channelId));
  useAnnouncementsLive(channelId);
  // The platform of the announcements is listed without an account, because announcements use a webhook.
  const listed = platforms.filter(
    (platform) =>
      !isStreamPlatform(platform) && (platform.flags.channelProvider || platform.provider === announcements?.provider),
  );
  const { data: sources = [] } = useEmoteSources(channelId);
  if (listed.length + sources.length === 0) return null;
  return (
    <section aria-label="Integrations">
      <PageHeader level={2} title="Integrations" about="Music, announcements and emotes" />
      <Panel className={classes["row"] ?? ""}>
        {listed.map((platform) => (
          <AccountIntegration
            key={platform.provider}
            channelId={channelId}
            platform={platform}
            account={connected.find(({ provider }) => provider === platform.provider)}
            canManage={canManage && platform.flags.channelProvider}
            use={integrationUse(platform.provider, announcements, music)}
          />
        ))}
        {sources.map((source) => (
          <EmoteIntegration key={source.key} channelId={channelId} source={source} />
        ))}
      </Panel>
    </section>
  );
}

interface IntegrationProps {
  provider: string;
  name: string;
  line: ReactNode;
  needsAttention?: boolean;
  children?: ReactNode;
}

function Integration({ provider, name, line, needsAttention = false, children }: IntegrationProps) {
  return (
    <div className={classes["integration"]}>
      <PlatformIcon provider={provider} size={20} />
      <div className="grow miw-0">
        <div className="fw-500">{name}</div>
        <div className={classes["line"]} data-attention={needsAttention || undefined}>
          {line}
        </div>
      </div>
      {children}
    </div>
  );
}

interface AccountIntegrationProps {
  channelId: string;
  platform: Platform;
  account: ChannelProvider | undefined;
  canManage: boolean;
  use: IntegrationUse | null;
}

function AccountIntegration({ channelId, platform, account, canManage, use }: AccountIntegrationProps) {
  const connect = useConnectPlatform(channelId);
  const [isOpen, setIsOpen] = useState(false);
  const needsPermission = account?.scope_needed ?? false;
  return (
    <Integration
      provider={platform.provider}
      name={platform.name}
      line={use?.line ?? accountLine(account)}
      needsAttention={needsPermission || account?.connection.state === "failing" || use?.needsAttention === true}
    >
      {use && (
        <Button
          size="xs"
          variant="subtle"
          component={Link}
          to={`/channels/${channelId}/providers/${use.screen}`}
          aria-label={`${platform.name} settings`}
        >
          Settings
        </Button>
      )}
      {canManage && (!account || needsPermission) && (
        <Button
          size="xs"
          onClick={() => connect(platform)}
          aria-label={`${account ? "Reconnect" : "Connect"} ${platform.name}`}
        >
          {account ? "Reconnect" : "Connect"}
        </Button>
      )}
      {canManage && account && (
        <Button size="xs" variant="subtle" onClick={() => setIsOpen(true)} aria-label={`Disconnect ${platform.name}`}>
          Disconnect
        </Button>
      )}
      {account && (
        <DisconnectDialog provider={account} platform={platform} opened={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </Integration>
  );
}

function accountLine(account: ChannelProvider | undefined): string {
  if (!account) return "Not connected";
  if (account.scope_needed) return `${account.display_name}, needs permission`;
  const { state } = account.connection;
  return state === "connected"
    ? account.display_name
    : `${account.display_name}, ${connectionLabel(account.connection)}`;
}

function EmoteIntegration({ channelId, source }: { channelId: string; source: EmoteSource }) {
  const now = useNow();
  const refresh = useRefreshEmotes(channelId);
  const age = source.refreshed_at ? relativeAge(source.refreshed_at, now) : null;
  return (
    <Integration
      provider={source.key}
      name={source.name}
      line={emoteLine(source.count, age, source.problem)}
      needsAttention={Boolean(source.problem)}
    >
      <BusyIconButton isBusy={refresh.isPending} onClick={() => refresh.mutate()} aria-label={`Refresh ${source.name}`}>
        <IconRefresh size={17} />
      </BusyIconButton>
    </Integration>
  );
}

type Announcements = components["schemas"]["AnnouncementsOut"];

type Music = components["schemas"]["MusicOut"];

/** The settings screen of an integration, and the text below its name on the Platforms screen. */
interface IntegrationUse {
  screen: "announcements" | "song-requests";
  /** Null if the account's name and state are shown instead. */
  line: string | null;
  needsAttention: boolean;
}

function integrationUse(
  provider: string,
  announcements: Announcements | undefined,
  music: Music | undefined,
): IntegrationUse | null {
  if (provider === announcements?.provider) return announcementUse(announcements);
  if (!music?.providers.includes(provider)) return null;
  return { screen: "song-requests", line: musicLine(provider, music), needsAttention: false };
}

function announcementUse({ problem, place, settings }: Announcements): IntegrationUse {
  const screen = "announcements";
  if (problem) return { screen, line: problem, needsAttention: true };
  if (!place) return { screen, line: null, needsAttention: false };
  const line = settings.enabled ? `Announces streams in ${place.name}` : "Announcements are off";
  return { screen, line, needsAttention: false };
}

function musicLine(provider: string, { provider: connected, playing }: Music): string | null {
  return provider === connected && playing ? `Playing “${playing.title}”` : null;
}
