import { DeleteDialog, type DeleteDialogState } from "../../../ui/dialogs/delete-dialog";
import { useDeleteCommands } from "../commands.queries";

interface DeleteCommandDialogProps extends DeleteDialogState {
  channelId: string;
  commandId: string;
  name: string;
}

export function DeleteCommandDialog({ channelId, commandId, name, ...deleting }: DeleteCommandDialogProps) {
  const { mutate } = useDeleteCommands(channelId);
  return (
    <DeleteDialog
      {...deleting}
      title={`Delete ${name}?`}
      message="This deletes the command and its use count."
      onDelete={() => mutate([commandId])}
    />
  );
}
