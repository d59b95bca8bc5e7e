import type { ChannelProvider, Platform } from "../../api/types";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { useDisconnectPlatform } from "./platforms.queries";

interface DisconnectDialogProps {
  provider: ChannelProvider;
  platform: Platform;
  opened: boolean;
  onClose: () => void;
  onDone?: () => void;
}

export function DisconnectDialog({ provider, platform, opened, onClose, onDone }: DisconnectDialogProps) {
  const { mutate } = useDisconnectPlatform(provider.channel_id, platform.name);

  function disconnect() {
    onClose();
    mutate(provider);
    onDone?.();
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Disconnect ${platform.name}?`}
      message={`Are you sure you want to disconnect ${platform.name}?`}
      verb="Disconnect"
      danger
      onConfirm={disconnect}
      onClose={onClose}
    />
  );
}
