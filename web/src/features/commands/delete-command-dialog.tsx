import { ConfirmDialog } from "../../ui/confirm-dialog";
import { useDeleteCommands } from "./commands.queries";

interface DeleteCommandDialogProps {
  channelId: string;
  commandId: string;
  name: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteCommandDialog(props: DeleteCommandDialogProps) {
  const { channelId, commandId, name, opened, onClose, onDeleted } = props;
  const { mutate } = useDeleteCommands(channelId);

  // The editor goes first: what it shows is about to be nothing.
  function remove() {
    onDeleted();
    mutate([commandId]);
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${name}?`}
      message="It is no longer answered, and its count of uses is gone."
      verb="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
