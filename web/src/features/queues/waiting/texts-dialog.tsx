import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import { MAX_GAME_NAME_LENGTH, MAX_NOTE_LENGTH } from "../queue-labels";
import type { Entry } from "../queue-types";
import { type QueuePath, useWriteTexts } from "../queues.queries";

interface TextsDialogProps {
  path: QueuePath;
  nameLabel: string;
  entry: Entry;
  onClose: () => void;
}

export function TextsDialog({ path, nameLabel, entry, onClose }: TextsDialogProps) {
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
