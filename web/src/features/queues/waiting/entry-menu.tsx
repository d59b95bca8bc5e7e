import { Menu } from "@mantine/core";
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
import { useState } from "react";
import { RowMenu } from "../../../ui/list/row-menu";
import type { Entry } from "../queue-types";
import { type QueuePath, useChangeState, useMoveEntry, useRemoveEntry } from "../queues.queries";
import { TextsDialog } from "./texts-dialog";
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
