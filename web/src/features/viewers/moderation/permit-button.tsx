import { IconLink } from "@tabler/icons-react";
import { can, useChannel } from "../../../session/channel";
import { usePermit } from "../../../session/permits";
import { BusyButton } from "../../../ui/buttons/busy-button";
import type { Card, Viewer } from "../viewers.queries";
import classes from "./moderation-panel.module.css";

/** Button that permits the viewer to post one message with links. */
export function PermitButton({ card, viewer }: { card: Card; viewer: Viewer }) {
  const permit = usePermit(card.channelId);
  const { provider, viewerId } = card;
  if (!can(useChannel(card.channelId).data, "moderation.use")) return null;
  return (
    <BusyButton
      className={classes["permit"] ?? ""}
      fullWidth
      isBusy={permit.isPending}
      leftSection={<IconLink size={16} />}
      onClick={() => permit.mutate({ provider, viewerId, name: viewer.name })}
    >
      Permit one link
    </BusyButton>
  );
}
