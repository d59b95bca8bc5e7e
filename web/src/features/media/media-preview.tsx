import { ActionIcon } from "@mantine/core";
import { IconMusic, IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import classes from "./media.module.css";
import type { Media } from "./media-types";

/** The picture of a file: its thumbnail, the first frame of a video, or a button that plays the sound. */
export function MediaPreview({ media }: { media: Media }) {
  if (media.kind === "sound") return <SoundPreview media={media} />;
  if (media.kind === "video") {
    // Only the beginning is loaded: its first frame is the picture.
    return <video className={classes["picture"]} src={media.path} preload="metadata" muted tabIndex={-1} />;
  }
  return <img className={classes["picture"]} src={media.thumbnail_path ?? media.path} alt="" loading="lazy" />;
}

function SoundPreview({ media }: { media: Media }) {
  const { isPlaying, toggle } = useSound(media.path);
  return (
    <span className={classes["sound"]}>
      <IconMusic size={28} stroke={1.4} aria-hidden="true" />
      <ActionIcon
        className={classes["play"] ?? ""}
        aria-label={`${isPlaying ? "Stop" : "Play"} ${media.name}`}
        onClick={toggle}
      >
        {isPlaying ? <IconPlayerStop size={16} /> : <IconPlayerPlay size={16} />}
      </ActionIcon>
    </span>
  );
}

/** Starts and stops a sound with `toggle`; unmounting the component stops the sound too. */
function useSound(path: string) {
  const [isPlaying, setPlaying] = useState(false);
  const playing = useRef<HTMLAudioElement>(null);

  function stop() {
    playing.current?.pause();
    playing.current = null;
    setPlaying(false);
  }

  function play() {
    const audio = new Audio(path);
    playing.current = audio;
    audio.onended = stop;
    setPlaying(true);
    audio.play().catch(stop);
  }

  useEffect(() => () => playing.current?.pause(), []);
  return { isPlaying, toggle: isPlaying ? stop : play };
}
