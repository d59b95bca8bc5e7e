import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { messageOf } from "../../api/errors";
import { formatNumber } from "../../lib/locale";
import { useGate } from "../../lib/press-gate";
import { can, useChannel } from "../../session/channel";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { Dialog } from "../../ui/dialogs/dialog";
import { ChannelSettingsTabs } from "../../ui/page/channel-settings-tabs";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./channel-settings.module.css";
import { useDeleteChannel, useDeletionPreview, useLeaveChannel } from "./channel-settings.queries";

/** Page for leaving and for deleting the channel. */
export function DangerZonePage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  const [isOpen, setIsOpen] = useState(false);
  const canDelete = can(channel, "channel.delete");
  return (
    <>
      <PageTitle>Danger zone</PageTitle>
      <PageHeader title="Danger zone" about="What cannot be undone." />
      <ChannelSettingsTabs channelId={channelId} hasWebhooks={can(channel, "platforms.manage")} />
      <Stack gap={8}>
        <LeavePanel channelId={channelId} />
        <Panel padded aria-label="Delete channel">
          <h2>Delete channel</h2>
          <p className={classes["about"]}>
            Deletes the channel with its chat, commands, viewers, files and widgets, for everyone.
          </p>
          {canDelete ? (
            <Button color="red" variant="filled" onClick={() => setIsOpen(true)}>
              Delete channel
            </Button>
          ) : (
            <Text c="dimmed">Only Owners can delete a channel.</Text>
          )}
        </Panel>
      </Stack>
      {channel && canDelete && isOpen && (
        <Dialog opened onClose={() => setIsOpen(false)} title="Delete channel" size={440}>
          <DeletionForm channelId={channelId} name={channel.display_name} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function LeavePanel({ channelId }: { channelId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const leave = useLeaveChannel(channelId);
  const navigate = useNavigate();
  const confirm = () => {
    setIsAsking(false);
    leave.mutate(undefined, { onSuccess: () => void navigate("/channels") });
  };
  return (
    <Panel padded aria-label="Leave channel">
      <h2>Leave channel</h2>
      <p className={classes["about"]}>You lose your role in this channel. Its last owner cannot leave.</p>
      <BusyButton isBusy={leave.isPending} onClick={() => setIsAsking(true)}>
        Leave channel
      </BusyButton>
      <ConfirmDialog
        opened={isAsking}
        title="Leave this channel?"
        message="You need a new invitation to come back."
        verb="Leave"
        danger
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    </Panel>
  );
}

function DeletionForm({ channelId, name, onClose }: { channelId: string; name: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const remove = useDeleteChannel(channelId);
  const navigate = useNavigate();
  const gate = useGate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!gate.enter()) return;
    remove.mutate(typed, { onSuccess: () => void navigate("/channel-deletions"), onError: gate.open });
  };
  return (
    <form onSubmit={submit}>
      <Text c="dimmed">
        The channel is gone for everyone at once, and its platforms are disconnected. This cannot be undone.
      </Text>
      <DeletedCounts channelId={channelId} />
      <TextInput
        mt={16}
        label={`Type ${name} to confirm`}
        placeholder="Name of the channel"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={remove.isError && messageOf(remove.error)}
      />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button onClick={onClose}>Cancel</Button>
        <BusyButton type="submit" variant="filled" color="red" isDisabled={typed !== name} isBusy={remove.isPending}>
          Delete channel
        </BusyButton>
      </Group>
    </form>
  );
}

function DeletedCounts({ channelId }: { channelId: string }) {
  const preview = useDeletionPreview(channelId);
  if (preview.isError) return <ErrorPanel isBare error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <SkeletonRows count={3} label="Counting what is deleted" />;
  const counts = preview.data.counts.filter(({ count }) => count > 0);
  return (
    <>
      <Text mt={12}>What is deleted:</Text>
      <ul>
        {counts.map(({ name, count }) => (
          <li key={name}>
            {name}: {formatNumber(count)}
          </li>
        ))}
      </ul>
    </>
  );
}
