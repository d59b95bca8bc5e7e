import { Button, Group, Text } from "@mantine/core";
import type { AdminUser } from "../../api/types";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Dialog } from "../../ui/dialogs/dialog";
import { ErrorPanel } from "../../ui/page/error-panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./admin-users.module.css";
import { useRemoveUser, useUserDeletion } from "./admin-users.queries";

export function RemoveUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const deletion = useUserDeletion(user.id);
  const remove = useRemoveUser();
  return (
    <Dialog opened onClose={onClose} title={`Remove ${user.display_name}`} size={440}>
      <Text c="dimmed">
        This action is irreversible. Their sessions, connections and permissions are deleted. Where sign-up is open,
        they can create a new account: suspend them instead to keep them out.
      </Text>
      {deletion.isError && <ErrorPanel isBare error={deletion.error} onRetry={() => void deletion.refetch()} />}
      {deletion.isPending && <SkeletonRows count={1} label="Checking their channels" />}
      {deletion.data && <DeletedChannels channels={deletion.data.deleted_channels} />}
      <Group justify="flex-end" gap={8} mt={16}>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <BusyButton
          variant="filled"
          color="red"
          isDisabled={!deletion.data}
          isBusy={remove.isPending || remove.isSuccess}
          onClick={() => remove.mutate(user, { onSuccess: onClose })}
        >
          Remove
        </BusyButton>
      </Group>
    </Dialog>
  );
}

function DeletedChannels({ channels }: { channels: { id: string; display_name: string }[] }) {
  if (channels.length === 0) return <Text mt={12}>No channel is deleted.</Text>;
  return (
    <>
      <Text mt={12}>These channels will be deleted (they're the only owner):</Text>
      <ul className={classes["list"]}>
        {channels.map(({ id, display_name }) => (
          <li key={id}>{display_name}</li>
        ))}
      </ul>
    </>
  );
}
