import { ConfirmDialog } from "../../ui/confirm-dialog";
import type { Timer } from "./timer-types";
import { useDeleteTimer } from "./timers.queries";

interface DeleteTimerDialogProps {
  channelId: string;
  timer: Pick<Timer, "id" | "name">;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteTimerDialog({ channelId, timer, opened, onClose, onDeleted }: DeleteTimerDialogProps) {
  const { mutate } = useDeleteTimer(channelId);

  // The editor goes first: what it shows is about to be nothing.
  function remove() {
    onDeleted();
    mutate(timer.id);
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${timer.name}?`}
      message="It stops at once, and its messages are gone."
      verb="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
