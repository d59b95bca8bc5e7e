import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { toast } from "../../ui/toast/toast";

const MEMBERSHIP = "/api/2/channels/{channel_id}/membership";

/** The signed-in user's membership of a channel, and whether the user is its last owner. */
export function useOwnMembership(channelId: string, isEnabled = true) {
  return useQuery({
    queryKey: [...keys.access(channelId), "own"],
    queryFn: () => unwrap(api.GET(MEMBERSHIP, { params: { path: { channel_id: channelId } } })),
    enabled: isEnabled,
    meta: { quiet: true },
  });
}

function useLeaveChannel(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => unwrap(api.DELETE(MEMBERSHIP, { params: { path: { channel_id: channelId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.channels }),
  });
}

interface LeaveDialogProps {
  channel: { id: string; display_name: string };
  opened: boolean;
  onClose: () => void;
  /** Called after the user has left, so that a screen of the channel can navigate away. */
  onLeft?: () => void;
}

/** Confirms leaving a channel; the last owner sees what to do instead. */
export function LeaveDialog({ channel, opened, onClose, onLeft }: LeaveDialogProps) {
  const own = useOwnMembership(channel.id, opened);
  const leave = useLeaveChannel(channel.id);
  if (own.data?.is_last_owner) {
    return (
      <ConfirmDialog
        opened={opened}
        title="You are the only owner"
        message={`${channel.display_name} needs an owner. Make another member owner under User Access, or delete the channel.`}
        verb="OK"
        onConfirm={onClose}
        onClose={onClose}
      />
    );
  }

  function confirm() {
    leave.mutate(undefined, {
      onError: onClose,
      onSuccess: () => {
        toast.success(`You left ${channel.display_name}`);
        onClose();
        onLeft?.();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Leave ${channel.display_name}?`}
      message="You lose access at once, here and in chat. To come back you need a new invitation."
      verb="Leave"
      danger
      isPending={leave.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
