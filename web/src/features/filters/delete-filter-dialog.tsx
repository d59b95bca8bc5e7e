import { ConfirmDialog } from "../../ui/confirm-dialog";
import { useDeleteFilter } from "./filters.queries";

interface DeleteFilterDialogProps {
  channelId: string;
  filterId: string;
  name: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteFilterDialog({ channelId, filterId, name, opened, onClose, onDeleted }: DeleteFilterDialogProps) {
  const { mutate } = useDeleteFilter(channelId);

  // The editor goes first: what it shows is about to be nothing.
  function remove() {
    onDeleted();
    mutate(filterId);
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${name}?`}
      message="It stops at once, and its strikes are forgotten. What it removed stays removed."
      verb="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
