import { ActionIcon, Tooltip } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";

const WINDOW_FEATURES = "popup,width=360,height=800";

/** Button that opens the quick actions in a popout window. */
export function PopoutButton({ channelId }: { channelId: string }) {
  const open = () => window.open(`/popout/channels/${channelId}/quick-actions`, "_blank", WINDOW_FEATURES);
  return (
    <Tooltip label="Pop out">
      <ActionIcon aria-label="Pop out" onClick={open}>
        <IconExternalLink size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
