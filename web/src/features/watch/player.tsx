import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import type { PublicStream } from "../../api/types";
import { MirrorPicture } from "../../ui/mirror-picture";
import classes from "./player.module.css";
import { watchPath } from "./watch-path";

interface PlayerProps {
  /** The channel's name. */
  name: string;
  provider: string;
  /** Undefined if the platform was disconnected. */
  stream: PublicStream | undefined;
  streams: readonly PublicStream[];
}

/** The platform's embedded player, or a placeholder that says why nothing is embedded. */
export function Player({ name, provider, stream, streams }: PlayerProps) {
  const platform = platformName(usePlatforms(), provider);
  if (stream?.embed_url) return <Frame url={stream.embed_url} title={`${name}'s stream on ${platform}`} />;
  if (stream?.is_live) return <NotEmbeddable platform={platform} url={stream.watch_url} />;
  return <NotLive name={name} platform={platform} other={bestOtherStream(streams, stream)} />;
}

// The key is the URL: a changed URL in the same frame would add a history entry.
function Frame({ url, title }: { url: string; title: string }) {
  return (
    <iframe
      key={url}
      className="b-0 w-full block h-full"
      src={url}
      title={title}
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      allowFullScreen
      // Players require a referrer, which our pages do not send by default.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

function NotEmbeddable({ platform, url }: { platform: string; url: string | null }) {
  return (
    <Placeholder title={`${platform} streams can't be embedded`}>
      {url && (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          variant="filled"
          leftSection={<IconExternalLink size={16} />}
        >
          Watch on {platform}
        </Button>
      )}
    </Placeholder>
  );
}

function NotLive({ name, platform, other }: { name: string; platform: string; other: PublicStream | undefined }) {
  const elsewhere = platformName(usePlatforms(), other?.provider ?? "");
  return (
    <Placeholder
      title={
        <>
          <bdi>{name}</bdi> isn't live on {platform}
        </>
      }
      about={other ? undefined : "The stream will appear here when it starts."}
    >
      {other && (
        <Button component={Link} to={watchPath(other)} variant="filled">
          Watch on {elsewhere}
        </Button>
      )}
    </Placeholder>
  );
}

interface PlaceholderProps {
  title: ReactNode;
  about?: string | undefined;
  children?: ReactNode;
}

function Placeholder({ title, about, children }: PlaceholderProps) {
  return (
    <div className={classes["placeholder"]}>
      <span className={classes["picture"]}>
        <MirrorPicture isDark />
      </span>
      <h2 className="title breaks">{title}</h2>
      {about && <p className={classes["about"]}>{about}</p>}
      {children && <div className="mt-16">{children}</div>}
    </div>
  );
}

/** The live stream to watch instead: an embeddable stream if possible, then the stream with most viewers. */
export function bestOtherStream(
  streams: readonly PublicStream[],
  stream: PublicStream | undefined,
): PublicStream | undefined {
  const rank = ({ embed_url, viewers }: PublicStream) => (embed_url ? 1e9 : 0) + (viewers ?? 0);
  return streams
    .filter(({ id, is_live }) => is_live && id !== stream?.id)
    .toSorted((one, other) => rank(other) - rank(one))[0];
}
