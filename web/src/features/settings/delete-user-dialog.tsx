import { Button, Group, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../api/errors";
import { useGate } from "../../lib/press-gate";
import { useCurrentUser } from "../../session/current-user";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Dialog } from "../../ui/dialogs/dialog";
import { ErrorPanel } from "../../ui/page/error-panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { useDeleteUser, useDeletionPreview } from "./delete-user.queries";
import classes from "./settings.module.css";

export function DeleteUserDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Delete user profile" size={440}>
      <DeletionForm onClose={onClose} />
    </Dialog>
  );
}

function DeletionForm({ onClose }: { onClose: () => void }) {
  const username = useCurrentUser().data?.username;
  const [typed, setTyped] = useState("");
  const remove = useDeleteUser();
  const isBusy = remove.isPending || remove.isSuccess;
  const gate = useGate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (gate.enter()) remove.mutate(typed, { onError: gate.open });
  };
  return (
    <form onSubmit={submit}>
      <Text c="dimmed">This action is irreversible. Your sessions, connections and permissions are deleted.</Text>
      <AffectedChannels />
      <TextInput
        mt={16}
        label={`Type ${username} to confirm`}
        placeholder="Username"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={remove.isError && messageOf(remove.error)}
      />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button onClick={onClose}>Cancel</Button>
        <BusyButton type="submit" variant="filled" color="red" isDisabled={typed !== username} isBusy={isBusy}>
          Delete user profile
        </BusyButton>
      </Group>
    </form>
  );
}

function AffectedChannels() {
  const preview = useDeletionPreview();
  if (preview.isError) return <ErrorPanel isBare error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <SkeletonRows count={1} label="Checking your channels" />;
  return (
    <>
      <ChannelNames
        title="These channels will be deleted (you're the only owner):"
        channels={preview.data.deleted_channels}
      />
      <ChannelNames title="These channels stay (they have another owner):" channels={preview.data.kept_channels} />
      <Text mt={12}>
        Commands, timers, filters, quotes, notes and log entries you made in other channels stay there, signed "Deleted
        user". Messages you sent in chat, and your name on messages you deleted, stay until the channel's chat history
        expires, or forever in channels that keep it forever.
      </Text>
    </>
  );
}

function ChannelNames({ title, channels }: { title: string; channels: { id: string; display_name: string }[] }) {
  if (channels.length === 0) return null;
  return (
    <>
      <Text mt={12}>{title}</Text>
      <ul className={classes["list"]}>
        {channels.map(({ id, display_name }) => (
          <li key={id}>{display_name}</li>
        ))}
      </ul>
    </>
  );
}
