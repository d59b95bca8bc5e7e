import { Button, Group, Menu, Stack, TextInput } from "@mantine/core";
import {
  IconArrowBarToUp,
  IconBell,
  IconHistory,
  IconNote,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconTrash,
  IconUserX,
} from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import { RowMenu } from "../../../ui/list/row-menu";
import { MAX_GAME_NAME_LENGTH, MAX_NOTE_LENGTH } from "../queue-labels";
import type { Entry } from "../queue-types";
import { type QueuePath, useChangeState, useMoveEntry, useRemoveEntry, useWriteTexts } from "../queues.queries";
import { TurnsDialog } from "./turns-dialog";

interface EntryMenuProps {
  path: QueuePath;
  nameLabel: string;
  entry: Entry;
}

export function EntryMenu({ path, nameLabel, entry }: EntryMenuProps) {
  const [dialog, setDialog] = useState<"texts" | "turns" | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <RowMenu label={`Actions for ${entry.name}`}>
        <Items path={path} entry={entry} onWrite={() => setDialog("texts")} onHistory={() => setDialog("turns")} />
      </RowMenu>
      {dialog === "texts" && <TextsDialog path={path} nameLabel={nameLabel} entry={entry} onClose={close} />}
      {dialog === "turns" && <TurnsDialog path={path} entry={entry} onClose={close} />}
    </>
  );
}

interface ItemsProps {
  path: QueuePath;
  entry: Entry;
  onWrite: () => void;
  onHistory: () => void;
}

/** The menu's items, rendered only while the menu is open, so that their hooks do not slow down every row. */
function Items({ path, entry, onWrite, onHistory }: ItemsProps) {
  const { mutate: change } = useChangeState(path);
  const { mutate: move } = useMoveEntry(path);
  const { mutate: remove } = useRemoveEntry(path);
  return (
    <>
      <Menu.Item leftSection={<IconBell size={16} />} onClick={() => change({ entry, state: "called" })}>
        Call
      </Menu.Item>
      <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => change({ entry, state: "playing" })}>
        Playing
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowBarToUp size={16} />} onClick={() => move({ entry, after: null })}>
        Move to the top
      </Menu.Item>
      <Menu.Item leftSection={<IconPlayerTrackNext size={16} />} onClick={() => change({ entry, state: "skipped" })}>
        Skip
      </Menu.Item>
      <Menu.Item leftSection={<IconUserX size={16} />} onClick={() => change({ entry, state: "no_show" })}>
        No show
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconNote size={16} />} onClick={onWrite}>
        Edit note
      </Menu.Item>
      <Menu.Item leftSection={<IconHistory size={16} />} onClick={onHistory}>
        History
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => remove(entry)}>
        Remove
      </Menu.Item>
    </>
  );
}

interface TextsDialogProps {
  path: QueuePath;
  nameLabel: string;
  entry: Entry;
  onClose: () => void;
}

function TextsDialog({ path, nameLabel, entry, onClose }: TextsDialogProps) {
  const [texts, setTexts] = useState({ game_name: entry.game_name, note: entry.note });
  const { mutate, isPending } = useWriteTexts(path);
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ entry, ...texts }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={entry.name} size={376}>
      <form onSubmit={save}>
        <Stack gap={12}>
          {nameLabel !== "" && (
            <TextInput
              label={nameLabel}
              maxLength={MAX_GAME_NAME_LENGTH}
              value={texts.game_name}
              onChange={(event) => setTexts({ ...texts, game_name: event.currentTarget.value })}
            />
          )}
          <TextInput
            label="Note"
            maxLength={MAX_NOTE_LENGTH}
            data-autofocus
            value={texts.note}
            onChange={(event) => setTexts({ ...texts, note: event.currentTarget.value })}
          />
        </Stack>
        <Group justify="flex-end" gap={8} mt={16}>
          <Button onClick={onClose}>Cancel</Button>
          <BusyButton type="submit" variant="filled" isBusy={isPending}>
            Save
          </BusyButton>
        </Group>
      </form>
    </Dialog>
  );
}
