import { ActionIcon, Tooltip } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";

const SIZE = "popup,width=360,height=800";

/** Opens the quick actions in their own window. */
export function PopoutButton({ channelId }: { channelId: string }) {
  const open = () => window.open(`/popout/channels/${channelId}/quick-actions`, "_blank", SIZE);
  return (
    <Tooltip label="Pop out">
      <ActionIcon aria-label="Pop out" onClick={open}>
        <IconExternalLink size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
