import { Button, Group, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { AdminChannel } from "../../api/types";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Dialog } from "../../ui/dialogs/dialog";
import { useSuspendChannel } from "./admin-channels.queries";

const MAX_REASON_LENGTH = 300;

export function SuspendChannelDialog({ channel, onClose }: { channel: AdminChannel; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const suspend = useSuspendChannel();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    suspend.mutate({ channel, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={`Suspend ${channel.display_name}`} size={440}>
      <form onSubmit={submit}>
        <Text c="dimmed">
          Its platforms are disconnected at once, and its team sees only the reason until you lift the suspension.
          Nothing is deleted.
        </Text>
        <TextInput
          mt={16}
          label="Reason"
          description="The team of the channel sees it."
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap={8} mt={16}>
          <Button onClick={onClose}>Cancel</Button>
          <BusyButton
            type="submit"
            variant="filled"
            color="red"
            isDisabled={reason.trim() === ""}
            isBusy={suspend.isPending || suspend.isSuccess}
          >
            Suspend
          </BusyButton>
        </Group>
      </form>
    </Dialog>
  );
}
