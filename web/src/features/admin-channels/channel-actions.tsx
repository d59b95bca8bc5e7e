import { Button, Group, Menu, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import type { AdminChannel } from "../../api/types";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Dialog } from "../../ui/dialogs/dialog";
import { RowMenu } from "../../ui/list/row-menu";
import { useDeleteChannel, useLiftChannelSuspension, useSuspendChannel } from "./admin-channels.queries";
import { ChannelDetails } from "./channel-details";

type OpenDialog = "details" | "suspend" | "delete" | null;

export function ChannelActions({ channel }: { channel: AdminChannel }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const lift = useLiftChannelSuspension();
  const close = () => setDialog(null);
  return (
    <>
      <RowMenu label={`Actions for ${channel.display_name}`}>
        {channel.level === null ? (
          <Menu.Item onClick={() => setDialog("details")}>Details</Menu.Item>
        ) : (
          <Menu.Item component={Link} to={`/channels/${channel.id}`}>
            Open
          </Menu.Item>
        )}
        {channel.suspended_at ? (
          <Menu.Item onClick={() => lift.mutate(channel)}>Lift suspension</Menu.Item>
        ) : (
          <Menu.Item onClick={() => setDialog("suspend")}>Suspend</Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => setDialog("delete")}>
          Delete
        </Menu.Item>
      </RowMenu>
      {dialog === "details" && <ChannelDetails channel={channel} onClose={close} />}
      {dialog === "suspend" && <SuspendChannelDialog channel={channel} onClose={close} />}
      {dialog === "delete" && <DeleteChannelDialog channel={channel} onClose={close} />}
    </>
  );
}

function DeleteChannelDialog({ channel, onClose }: { channel: AdminChannel; onClose: () => void }) {
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

const MAX_REASON_LENGTH = 300;

function SuspendChannelDialog({ channel, onClose }: { channel: AdminChannel; onClose: () => void }) {
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
