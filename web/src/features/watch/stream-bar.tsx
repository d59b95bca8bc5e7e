import { Skeleton, VisuallyHidden } from "@mantine/core";
import { Link } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import type { PublicStream } from "../../api/types";
import { clockDuration, secondsBetween } from "../../lib/time/dates";
import { useNow } from "../../lib/time/use-now";
import { Avatar } from "../../ui/avatar";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./stream-bar.module.css";
import { watchPath } from "./watch-path";

// So many names have room on a phone.
const FEW = 2;

interface StreamLineProps {
  /** The channel's name. */
  name: string;
  stream: PublicStream | undefined;
  streams: readonly PublicStream[];
}

/** Who is on, with what, and where else. */
export function StreamLine({ name, stream, streams }: StreamLineProps) {
  return (
    <div className={classes["line"]}>
      <Avatar name={name} src={stream?.avatar_url} size={40} />
      <div className={classes["words"]}>
        <p className={classes["who"]}>
          <bdi className={classes["name"]}>{name}</bdi>
          <Facts stream={stream} />
        </p>
        <What stream={stream} />
      </div>
      {streams.length > 0 && <Places streams={streams} current={stream?.id} />}
    </div>
  );
}

function Facts({ stream }: { stream: PublicStream | undefined }) {
  if (!stream?.is_live) return <span className={classes["fact"]}>Not live</span>;
  return (
    <>
      <span className={classes["fact"]}>
        <LiveDot />
        {stream.live_since && <Uptime since={stream.live_since} />}
      </span>
      {stream.viewers !== null && (
        <span className={classes["fact"]}>
          {stream.viewers.toLocaleString("en-GB")} {stream.viewers === 1 ? "viewer" : "viewers"}
        </span>
      )}
    </>
  );
}

function Uptime({ since }: { since: string }) {
  const now = useNow();
  return <time>{clockDuration(secondsBetween(since, now))}</time>;
}

function What({ stream }: { stream: PublicStream | undefined }) {
  if (!stream?.title && !stream?.category) return null;
  return (
    <p className={classes["what"]} title={stream.title ?? undefined}>
      {stream.title && <bdi className={classes["title"]}>{stream.title}</bdi>}
      {stream.title && stream.category && " · "}
      {stream.category && <bdi>{stream.category}</bdi>}
    </p>
  );
}

function Places({ streams, current }: { streams: readonly PublicStream[]; current: string | undefined }) {
  return (
    <nav aria-label="Platforms">
      <ul className={classes["places"]} data-few={streams.length <= FEW || undefined}>
        {streams.map((stream) => (
          <li key={stream.id}>
            <Place stream={stream} isCurrent={stream.id === current} isOnly={isAlone(streams, stream)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PlaceProps {
  stream: PublicStream;
  isCurrent: boolean;
  /** The only account of its platform: the platform's name says which. */
  isOnly: boolean;
}

function Place({ stream, isCurrent, isOnly }: PlaceProps) {
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
        <span className={classes["count"]}>
          {stream.viewers.toLocaleString("en-GB")}
          <VisuallyHidden> watching</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}

function isAlone(streams: readonly PublicStream[], { provider }: PublicStream): boolean {
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

/** The shape of the line while it is on its way. */
export function StreamLineSkeleton() {
  return (
    <div className={classes["line"]} role="status">
      <VisuallyHidden>Loading the stream</VisuallyHidden>
      <Skeleton width={40} height={40} radius={20} />
      <div className={classes["words"]}>
        <Skeleton width={160} height={14} />
        <Skeleton width="60%" height={12} mt={8} />
      </div>
      <div className={classes["coming"]} aria-hidden="true">
        {["a", "b", "c", "d"].map((each) => (
          <Skeleton key={each} height="var(--h-control)" radius="var(--r-control)" />
        ))}
      </div>
    </div>
  );
}
