import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import { useRenameMedia } from "../media.queries";
import type { Media } from "../media-types";

interface RenameDialogProps {
  channelId: string;
  media: Media;
  opened: boolean;
  onClose: () => void;
}

export function RenameDialog({ opened, onClose, ...props }: RenameDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Rename file" size={376}>
      <RenameForm {...props} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ channelId, media, onClose }: Omit<RenameDialogProps, "opened">) {
  const [name, setName] = useState(media.name);
  const { mutate, isPending, error } = useRenameMedia(channelId, onClose);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ id: media.id, name });
      }}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={100}
        autoComplete="off"
        value={name}
        error={error && (fieldErrors(error)["name"] ?? messageOf(error))}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button onClick={onClose}>Cancel</Button>
        <BusyButton type="submit" variant="filled" isBusy={isPending}>
          Rename
        </BusyButton>
      </Group>
    </form>
  );
}
