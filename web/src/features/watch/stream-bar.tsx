import { Skeleton, VisuallyHidden } from "@mantine/core";
import { Link } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import type { PublicStream } from "../../api/types";
import { formatNumber } from "../../lib/locale";
import { clockDuration, secondsBetween } from "../../lib/time/dates";
import { useNow } from "../../lib/time/use-now";
import { Avatar } from "../../ui/avatar";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./stream-bar.module.css";
import { watchPath } from "./watch-path";

// More platform names do not fit on a phone.
const MAX_WIDE_LINKS = 2;

interface StreamBarProps {
  /** The channel's name. */
  name: string;
  stream: PublicStream | undefined;
  streams: readonly PublicStream[];
}

/** Name of the channel, facts of the stream, and links to the channel's streams on all platforms. */
export function StreamBar({ name, stream, streams }: StreamBarProps) {
  return (
    <div className={classes["line"]}>
      <Avatar name={name} src={stream?.avatar_url} size={40} />
      <div className={classes["text"]}>
        <p className="row wrap column-gap-12">
          <bdi className="breaks fw-600">{name}</bdi>
          <Facts stream={stream} />
        </p>
        <TitleAndCategory stream={stream} />
      </div>
      {streams.length > 0 && <PlatformLinks streams={streams} current={stream?.id} />}
    </div>
  );
}

function Facts({ stream }: { stream: PublicStream | undefined }) {
  if (!stream?.is_live) return <span className="inline-row small gap-6 muted digits nowrap">Not live</span>;
  return (
    <>
      <span className="inline-row small gap-6 muted digits nowrap">
        <LiveDot />
        {stream.live_since && <Uptime since={stream.live_since} />}
      </span>
      {stream.viewers !== null && (
        <span className="inline-row small gap-6 muted digits nowrap">
          {formatNumber(stream.viewers)} {stream.viewers === 1 ? "viewer" : "viewers"}
        </span>
      )}
    </>
  );
}

function Uptime({ since }: { since: string }) {
  const now = useNow();
  return <time>{clockDuration(secondsBetween(since, now))}</time>;
}

function TitleAndCategory({ stream }: { stream: PublicStream | undefined }) {
  if (!stream?.title && !stream?.category) return null;
  return (
    <p className={classes["stream"]} title={stream.title ?? undefined}>
      {stream.title && <bdi className="bright">{stream.title}</bdi>}
      {stream.title && stream.category && " · "}
      {stream.category && <bdi>{stream.category}</bdi>}
    </p>
  );
}

function PlatformLinks({ streams, current }: { streams: readonly PublicStream[]; current: string | undefined }) {
  return (
    <nav aria-label="Platforms">
      <ul className={classes["links"]} data-few={streams.length <= MAX_WIDE_LINKS || undefined}>
        {streams.map((stream) => (
          <li key={stream.id}>
            <PlatformLink stream={stream} isCurrent={stream.id === current} isOnly={isOnlyAccount(streams, stream)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PlatformLinkProps {
  stream: PublicStream;
  isCurrent: boolean;
  /** Whether the channel has no other account on the platform; then the account name is not shown. */
  isOnly: boolean;
}

function PlatformLink({ stream, isCurrent, isOnly }: PlatformLinkProps) {
  const platform = platformName(usePlatforms(), stream.provider);
  return (
    <Link
      className={classes["link"]}
      to={watchPath(stream)}
      preventScrollReset
      aria-current={isCurrent ? "page" : undefined}
    >
      <PlatformIcon provider={stream.provider} size={16} />
      <span className={classes["platform"]}>
        {platform}
        {!isOnly && (
          <>
            {" "}
            <bdi>{stream.display_name}</bdi>
          </>
        )}
      </span>
      {stream.is_live && <LiveDot />}
      {stream.viewers !== null && (
        <span className="digits">
          {formatNumber(stream.viewers)}
          <VisuallyHidden> watching</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}

function isOnlyAccount(streams: readonly PublicStream[], { provider }: PublicStream): boolean {
  return streams.filter((stream) => stream.provider === provider).length === 1;
}

function LiveDot() {
  return (
    <>
      <span className={classes["dot"]} aria-hidden="true" />
      <VisuallyHidden>Live</VisuallyHidden>
    </>
  );
}

export function StreamBarSkeleton() {
  return (
    <div className={classes["line"]} role="status">
      <VisuallyHidden>Loading stream</VisuallyHidden>
      <Skeleton width={40} height={40} radius={20} />
      <div className={classes["text"]}>
        <Skeleton width={160} height={14} />
        <Skeleton width="60%" height={12} mt={8} />
      </div>
      <div className={classes["skeletons"]} aria-hidden="true">
        {["a", "b", "c", "d"].map((each) => (
          <Skeleton key={each} height="var(--h-control)" radius="var(--r-control)" />
        ))}
      </div>
    </div>
  );
}
