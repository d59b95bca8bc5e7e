import { Button, Group, Menu, Text } from "@mantine/core";
import { useState } from "react";
import type { AdminUser } from "../../api/types";
import { useCurrentUser } from "../../session/current-user";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { Dialog } from "../../ui/dialogs/dialog";
import { RowMenu } from "../../ui/list/row-menu";
import { ErrorPanel } from "../../ui/page/error-panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./admin-users.module.css";
import {
  useLiftSuspension,
  useRemoveUser,
  useSetOperator,
  useSuspendUser,
  useUserDeletion,
} from "./admin-users.queries";

type OpenDialog = "suspend" | "remove" | "operator" | null;

/** Menu of a user's row. Operators cannot suspend or remove themselves. */
export function UserActions({ user }: { user: AdminUser }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const isSelf = useCurrentUser().data?.id === user.id;
  return (
    <>
      <RowMenu label={`Actions for ${user.display_name}`}>
        {!user.suspended_at && (
          <Menu.Item onClick={() => setDialog("operator")}>
            {user.is_operator ? "Remove as operator" : "Make operator"}
          </Menu.Item>
        )}
        {!isSelf && <OtherUserItems user={user} onOpen={setDialog} />}
      </RowMenu>
      <SuspendDialog user={user} opened={dialog === "suspend"} onClose={close} />
      <OperatorDialog user={user} isSelf={isSelf} opened={dialog === "operator"} onClose={close} />
      {dialog === "remove" && <RemoveUserDialog user={user} onClose={close} />}
    </>
  );
}

function OtherUserItems({ user, onOpen }: { user: AdminUser; onOpen: (dialog: OpenDialog) => void }) {
  const lift = useLiftSuspension();
  return (
    <>
      {user.suspended_at ? (
        <Menu.Item onClick={() => lift.mutate(user)}>Lift suspension</Menu.Item>
      ) : (
        <Menu.Item onClick={() => onOpen("suspend")}>Suspend</Menu.Item>
      )}
      <Menu.Item color="red" onClick={() => onOpen("remove")}>
        Remove
      </Menu.Item>
    </>
  );
}

function OperatorDialog(props: { user: AdminUser; isSelf: boolean; opened: boolean; onClose: () => void }) {
  const { user, isSelf, opened, onClose } = props;
  const change = useSetOperator();
  const verb = user.is_operator ? "Remove" : "Make operator";
  return (
    <ConfirmDialog
      opened={opened}
      title={user.is_operator ? `Remove ${user.display_name} as operator` : `Make ${user.display_name} an operator`}
      message={operatorMessage(user, isSelf)}
      verb={verb}
      danger={user.is_operator}
      isPending={change.isPending}
      onConfirm={() => change.mutate(user, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

function operatorMessage(user: AdminUser, isSelf: boolean): string {
  if (!user.is_operator) return "Operators see all channels and people of this server, and can suspend or delete them.";
  return isSelf
    ? "You can't open the admin area any more. Another operator can give it back."
    : "They can't open the admin area any more.";
}

function SuspendDialog({ user, opened, onClose }: { user: AdminUser; opened: boolean; onClose: () => void }) {
  const suspend = useSuspendUser();
  return (
    <ConfirmDialog
      opened={opened}
      title={`Suspend ${user.display_name}`}
      message="They are signed out everywhere at once and can't sign in until you lift the suspension. Their channels and platforms stay connected."
      verb="Suspend"
      danger
      isPending={suspend.isPending}
      onConfirm={() => suspend.mutate(user, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function RemoveUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
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
