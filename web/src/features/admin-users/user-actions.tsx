import { Menu } from "@mantine/core";
import { useState } from "react";
import type { AdminUser } from "../../api/types";
import { useCurrentUser } from "../../session/current-user";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { RowMenu } from "../../ui/list/row-menu";
import { useLiftSuspension, useSuspendUser } from "./admin-users.queries";
import { RemoveUserDialog } from "./remove-user-dialog";

type OpenDialog = "suspend" | "remove" | null;

/** Nothing for one's own row: an operator cannot suspend or remove themselves. */
export function UserActions({ user }: { user: AdminUser }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const lift = useLiftSuspension();
  const close = () => setDialog(null);
  if (useCurrentUser().data?.id === user.id) return null;
  return (
    <>
      <RowMenu label={`Actions for ${user.display_name}`}>
        {user.suspended_at ? (
          <Menu.Item onClick={() => lift.mutate(user)}>Lift suspension</Menu.Item>
        ) : (
          <Menu.Item onClick={() => setDialog("suspend")}>Suspend</Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => setDialog("remove")}>
          Remove
        </Menu.Item>
      </RowMenu>
      <SuspendDialog user={user} opened={dialog === "suspend"} onClose={close} />
      {dialog === "remove" && <RemoveUserDialog user={user} onClose={close} />}
    </>
  );
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
