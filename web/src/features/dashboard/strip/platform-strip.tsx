import { IconPencil, IconPlugConnected } from "@tabler/icons-react";
import { Link } from "react-router";
import { platformName, usePlatforms } from "../../../api/platforms";
import type { Channel, ChannelProvider, Platform } from "../../../api/types";
import { formatNumber, oneDecimal } from "../../../lib/locale";
import { clockDuration, secondsBetween } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { can } from "../../../session/channel";
import { connectionProblem } from "../../../session/channel-providers";
import { Sparkline } from "../../../ui/chart/sparkline";
import { Panel } from "../../../ui/panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { TitleDialogButton } from "../titles/title-dialog-button";
import { TitleField } from "../titles/title-field";
import classes from "./platform-strip.module.css";
import { useViewerHistory } from "./viewer-history.queries";

interface PlatformStripProps {
  channel: Channel;
  /** Undefined while the list is loading. */
  providers: readonly ChannelProvider[] | undefined;
}

const SPARKLINE_SIZE = { width: 112, height: 32 };

/** One cell for each connection that can stream: live state, viewers, uptime, lag and title. */
export function PlatformStrip({ channel, providers }: PlatformStripProps) {
  const platforms = usePlatforms();
  const streams = providers && streamsIn(platforms, providers);
  const history = useViewerHistory(channel.id);
  if (streams?.length === 0) {
    return (
      <Panel className={classes["empty"] ?? ""} aria-label="Platforms">
        <IconPlugConnected size={18} stroke={1.6} aria-hidden="true" />
        <span>No platforms connected yet.</span>
        <Link to={`/channels/${channel.id}/providers`}>Connect a platform</Link>
      </Panel>
    );
  }
  return (
    <Panel className={classes["strip"] ?? ""} aria-label="Platforms">
      {streams?.map((provider) => (
        <Cell key={provider.id} {...{ channel, provider, providers: streams }} values={history?.[provider.id] ?? []} />
      ))}
      {streams && <AllTitles channel={channel} providers={streams} />}
    </Panel>
  );
}

/** On phones, the first title of all connections in place of the cells' titles; a button if the user may change it. */
function AllTitles({ channel, providers }: { channel: Channel; providers: readonly ChannelProvider[] }) {
  const title = providers.find((one) => one.title)?.title ?? "No title";
  if (!can(channel, "title.update")) return <p className={classes["allTitles"]}>{title}</p>;
  return (
    <TitleDialogButton
      channel={channel}
      providers={providers}
      className={classes["allTitles"] ?? ""}
      label="Title and category"
    >
      <span className="two-lines">{title}</span>
      <IconPencil size={16} aria-hidden="true" />
    </TitleDialogButton>
  );
}

/** Connections that can stream, in the order of the platforms; connections of one platform keep their order. */
function streamsIn(platforms: readonly Platform[], providers: readonly ChannelProvider[]): ChannelProvider[] {
  const platformOrder = platforms.filter(({ flags }) => flags.stream).map(({ provider }) => provider);
  const streams = providers.filter(({ provider }) => platformOrder.includes(provider));
  return streams.toSorted((one, other) => platformOrder.indexOf(one.provider) - platformOrder.indexOf(other.provider));
}

interface CellProps {
  channel: Channel;
  provider: ChannelProvider;
  providers: readonly ChannelProvider[];
  /** Viewers in each of the last 30 minutes; null where the platform reported no number. */
  values: readonly (number | null)[];
}

function Cell({ channel, provider, providers, values }: CellProps) {
  const name = platformName(usePlatforms(), provider.provider);
  const { viewers, lag_ms: lag } = provider.health;
  const trouble = connectionProblem(provider);
  return (
    <section className={classes["cell"]} aria-label={name} data-platform={provider.provider}>
      <div className={classes["head"]}>
        <PlatformIcon provider={provider.provider} />
        <b>{name}</b>
        <span className={classes["dot"]} data-live={provider.is_live || undefined} title={stateLabel(provider)} />
        <span className={classes["state"]}>{stateLabel(provider)}</span>
        <span className={classes["facts"]}>
          {provider.live_since && provider.is_live && <Uptime since={provider.live_since} />}
          {lag !== null && (
            <span title="Time from the platform to here">
              <i>lag </i>
              {`${oneDecimal(lag / 1000)} s`}
            </span>
          )}
        </span>
      </div>
      <div className={classes["figures"]}>
        <span className={classes["viewers"]} title="Viewers">
          {viewers === null ? "–" : formatNumber(viewers)}
        </span>
        <Sparkline
          values={values}
          size={SPARKLINE_SIZE}
          provider={provider.provider}
          label={`Viewers on ${name} over the last 30 minutes`}
        />
      </div>
      <div className={classes["title"]}>
        {trouble === null ? (
          <TitleField {...{ channel, provider, providers }} />
        ) : (
          <Link className={classes["trouble"] ?? ""} to={`/channels/${channel.id}/providers/${provider.id}`}>
            {trouble || "Connection lost"}
          </Link>
        )}
      </div>
    </section>
  );
}

function Uptime({ since }: { since: string }) {
  const now = useNow();
  return <time title="Uptime">{clockDuration(secondsBetween(since, now))}</time>;
}

function stateLabel({ is_live: isLive }: ChannelProvider): string {
  return isLive ? "Live" : "Offline";
}
