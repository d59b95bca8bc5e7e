import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import type { PublicStream } from "../../api/types";
import { StagePicture } from "../../ui/stage-picture";
import classes from "./player.module.css";
import { watchPath } from "./watch-path";

interface PlayerProps {
  /** The channel's name. */
  name: string;
  provider: string;
  /** Undefined where the platform was taken off the channel meanwhile. */
  stream: PublicStream | undefined;
  /** Everywhere that the channel streams. */
  streams: readonly PublicStream[];
}

/** The platform's own player, or why there is none. */
export function Player({ name, provider, stream, streams }: PlayerProps) {
  const platform = platformName(usePlatforms(), provider);
  if (stream?.embed_url) return <Frame url={stream.embed_url} title={`Stream of ${name} on ${platform}`} />;
  if (stream?.is_live) return <ElsewhereOnly platform={platform} url={stream.watch_url} />;
  return <NotLive name={name} platform={platform} other={bestOther(streams, stream)} />;
}

// A frame that is given another address writes into the browser's history; a new frame does not.
function Frame({ url, title }: { url: string; title: string }) {
  return (
    <iframe
      key={url}
      className={classes["frame"]}
      src={url}
      title={title}
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      allowFullScreen
      // Players want to know who shows them; our pages tell nobody by themselves.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

function ElsewhereOnly({ platform, url }: { platform: string; url: string | null }) {
  return (
    <Stage title={`${platform} shows its player only on its own pages`}>
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
    </Stage>
  );
}

function NotLive({ name, platform, other }: { name: string; platform: string; other: PublicStream | undefined }) {
  const elsewhere = platformName(usePlatforms(), other?.provider ?? "");
  return (
    <Stage
      title={
        <>
          <bdi>{name}</bdi> is not live on {platform}
        </>
      }
      about={other ? undefined : "The stream appears here when it starts."}
    >
      {other && (
        <Button component={Link} to={watchPath(other)} variant="filled">
          Watch on {elsewhere}
        </Button>
      )}
    </Stage>
  );
}

interface StageProps {
  title: ReactNode;
  about?: string | undefined;
  children?: ReactNode;
}

function Stage({ title, about, children }: StageProps) {
  return (
    <div className={classes["stage"]}>
      <span className={classes["picture"]}>
        <StagePicture isDark />
      </span>
      <h2 className={classes["title"]}>{title}</h2>
      {about && <p className={classes["about"]}>{about}</p>}
      {children && <div className={classes["action"]}>{children}</div>}
    </div>
  );
}

/** Where to go instead: rather where a player can be shown, then where most people are. */
export function bestOther(
  streams: readonly PublicStream[],
  stream: PublicStream | undefined,
): PublicStream | undefined {
  const worth = ({ embed_url, viewers }: PublicStream) => (embed_url ? 1e9 : 0) + (viewers ?? 0);
  return streams
    .filter(({ id, is_live }) => is_live && id !== stream?.id)
    .toSorted((one, other) => worth(other) - worth(one))[0];
}
