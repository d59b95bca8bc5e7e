import { Tabs, Tooltip } from "@mantine/core";
import { IconNote, IconTrash } from "@tabler/icons-react";
import { useMemo } from "react";
import { BusyIconButton } from "../../../ui/buttons/busy-icon-button";
import { Moment } from "../../../ui/moment";
import { useHistory, ViewerHistory } from "../history/viewer-history";
import { ViewerMessages } from "../history/viewer-messages";
import { useMessagesLive } from "../history/viewer-messages.live";
import classes from "../viewer-card.module.css";
import { accountsOf, type Card, type Note, useDeleteNote, type Viewer } from "../viewers.queries";

export function ViewerTabs({ card, viewer }: { card: Card; viewer: Viewer }) {
  // Messages are updated here and not in their tab, so that they stay current while another tab is open.
  const accounts = useMemo(() => accountsOf(viewer), [viewer]);
  useMessagesLive(card, accounts);
  const { entries, log } = useHistory(card, accounts);
  return (
    <Tabs defaultValue="history" keepMounted={false} classNames={{ tab: classes["tab"] ?? "" }}>
      <Tabs.List>
        <Tabs.Tab value="history">
          History <Count of={entries?.length} hasMore={log.hasNextPage} />
        </Tabs.Tab>
        <Tabs.Tab value="messages">Messages</Tabs.Tab>
        <Tabs.Tab value="notes">
          Notes <Count of={viewer.notes.length} />
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="history" pt={8}>
        <ViewerHistory card={card} accounts={accounts} />
        <ViewerNotes card={card} notes={viewer.notes.slice(0, 1)} />
      </Tabs.Panel>
      <Tabs.Panel value="messages" pt={8}>
        <ViewerMessages card={card} accounts={accounts} />
      </Tabs.Panel>
      <Tabs.Panel value="notes" pt={8}>
        <ViewerNotes card={card} notes={viewer.notes} />
        {viewer.notes.length === 0 && (
          <p className="muted fs-chat py-12">No notes yet. Notes are visible to the whole team.</p>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

function Count({ of, hasMore = false }: { of: number | undefined; hasMore?: boolean }) {
  return of ? <span className={classes["count"]}>{hasMore ? `${of}+` : of}</span> : null;
}

function ViewerNotes({ card, notes }: { card: Card; notes: readonly Note[] }) {
  return notes.map((note) => <NoteItem key={note.id} card={card} note={note} />);
}

function NoteItem({ card, note }: { card: Card; note: Note }) {
  const remove = useDeleteNote(card);
  return (
    <article className={classes["note"]} aria-label={`Note by ${note.author_name}`}>
      <div className={classes["noteHead"]}>
        <IconNote size={14} aria-hidden="true" />
        <span>
          Note by <bdi>{note.author_name}</bdi>, <Moment at={note.created_at} />
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
