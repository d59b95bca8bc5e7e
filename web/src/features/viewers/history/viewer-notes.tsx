import { Tooltip } from "@mantine/core";
import { IconNote, IconTrash } from "@tabler/icons-react";
import { longDateTime, mediumDate } from "../../../lib/time/dates";
import { BusyIconButton } from "../../../ui/buttons/busy-icon-button";
import classes from "../viewer-card.module.css";
import { type Card, type Note, useDeleteNote } from "../viewers.queries";

export function ViewerNotes({ card, notes }: { card: Card; notes: readonly Note[] }) {
  return notes.map((note) => <NoteItem key={note.id} card={card} note={note} />);
}

function NoteItem({ card, note }: { card: Card; note: Note }) {
  const remove = useDeleteNote(card);
  return (
    <article className={classes["note"]} aria-label={`Note by ${note.author_name}`}>
      <div className={classes["noteHead"]}>
        <IconNote size={14} aria-hidden="true" />
        <span>
          Note by <bdi>{note.author_name}</bdi>,{" "}
          <time dateTime={note.created_at} title={longDateTime(note.created_at)}>
            {mediumDate(note.created_at)}
          </time>
        </span>
        {note.can_delete && (
          <Tooltip label="Delete note">
            <BusyIconButton
              className={classes["noteDelete"] ?? ""}
              size={24}
              aria-label="Delete note"
              isBusy={remove.isPending}
              onClick={() => remove.mutate(note.id)}
            >
              <IconTrash size={14} />
            </BusyIconButton>
          </Tooltip>
        )}
      </div>
      <bdi className={classes["noteText"]}>{note.text}</bdi>
    </article>
  );
}
