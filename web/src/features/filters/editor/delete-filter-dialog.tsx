import { useDeleteItem } from "../../../session/channel-list/delete-item";
import { DeleteDialog, type DeleteDialogState } from "../../../ui/dialogs/delete-dialog";
import { filters } from "../filters.queries";

interface DeleteFilterDialogProps extends DeleteDialogState {
  channelId: string;
  filterId: string;
  name: string;
}

export function DeleteFilterDialog({ channelId, filterId, name, ...deleting }: DeleteFilterDialogProps) {
  const { mutate } = useDeleteItem(filters, channelId);
  return (
    <DeleteDialog
      {...deleting}
      title={`Delete ${name}?`}
      message="This deletes the filter and its strikes. Messages it deleted stay deleted."
      onDelete={() => mutate(filterId)}
    />
  );
}
