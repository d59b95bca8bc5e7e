import { useNavigate, useParams } from "react-router";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import type { Timer } from "./timer-types";
import { useDeleteTimer } from "./timers.queries";

interface DeleteTimerDialogProps {
  channelId: string;
  timer: Pick<Timer, "id" | "name">;
  opened: boolean;
  onClose: () => void;
  /** Before it goes: an editor has to let go of what is not saved. */
  onDelete?: () => void;
}

export function DeleteTimerDialog({ channelId, timer, opened, onClose, onDelete }: DeleteTimerDialogProps) {
  const navigate = useNavigate();
  const { timerId } = useParams();
  const { mutate } = useDeleteTimer(channelId);

  // The editor goes first: what it shows is about to be nothing.
  function remove() {
    onDelete?.();
    onClose();
    if (timerId === timer.id) void navigate(`/channels/${channelId}/chat-timers`, { replace: true });
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
