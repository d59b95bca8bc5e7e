import { Button, Group, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { AdminChannel } from "../../api/types";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Dialog } from "../../ui/dialogs/dialog";
import { useDeleteChannel } from "./admin-channels.queries";

export function DeleteChannelDialog({ channel, onClose }: { channel: AdminChannel; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const remove = useDeleteChannel();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(channel, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={`Delete ${channel.display_name}`} size={440}>
      <form onSubmit={submit}>
        <Text c="dimmed">
          This action is irreversible. The channel is deleted for everyone, with its chat history, commands and
          connections.
        </Text>
        <TextInput
          mt={16}
          label={`Type ${channel.display_name} to confirm`}
          placeholder="Channel name"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap={8} mt={16}>
          <Button onClick={onClose}>Cancel</Button>
          <BusyButton
            type="submit"
            variant="filled"
            color="red"
            isDisabled={typed !== channel.display_name}
            isBusy={remove.isPending || remove.isSuccess}
          >
            Delete channel
          </BusyButton>
        </Group>
      </form>
    </Dialog>
  );
}
