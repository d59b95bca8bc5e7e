import { IconTrash } from "@tabler/icons-react";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { BusyIconButton } from "../../../ui/buttons/busy-icon-button";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Tag } from "../../../ui/tag";
import classes from "../announcements/announcements.module.css";
import { type SongRequest, useClearSongs, useRemoveSong } from "./song-requests.queries";

interface SongListProps {
  channelId: string;
  songs: readonly SongRequest[];
  canRemove: boolean;
}

/** Requested songs in the order in which they play. */
export function SongList({ channelId, songs, canRemove }: SongListProps) {
  const clear = useClearSongs(channelId);
  const remove = useRemoveSong(channelId);
  if (songs.length === 0) return <p className={classes["about"]}>No songs are requested.</p>;
  return (
    <>
      <ul className={classes["list"]} aria-label="Requested songs">
        {songs.map((song) => (
          <li key={song.id} className={classes["item"]}>
            <PlatformIcon provider={song.provider} size={16} />
            <div className={classes["grow"]}>
              <div>{song.artists ? `${song.title} by ${song.artists}` : song.title}</div>
              <div className={classes["small"]}>{song.name}</div>
            </div>
            <SongState song={song} />
            {canRemove && song.state !== "playing" && !song.is_unwanted && (
              <BusyIconButton
                isBusy={remove.isPending && remove.variables === song.id}
                onClick={() => remove.mutate(song.id)}
                aria-label={`Remove ${song.title}`}
              >
                <IconTrash size={17} />
              </BusyIconButton>
            )}
          </li>
        ))}
      </ul>
      {canRemove && (
        <div className={classes["buttons"]}>
          <BusyButton variant="subtle" color="red" isBusy={clear.isPending} onClick={() => clear.mutate()}>
            Remove all
          </BusyButton>
        </div>
      )}
    </>
  );
}

function SongState({ song }: { song: SongRequest }) {
  if (song.is_unwanted) return <Tag>Will be skipped</Tag>;
  if (song.state === "playing") return <Tag tone="ok">Playing</Tag>;
  return song.state === "queued" ? <Tag>Next</Tag> : null;
}
