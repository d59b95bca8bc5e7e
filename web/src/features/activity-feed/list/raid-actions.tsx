import { Button } from "@mantine/core";
import { IconShieldHalf, IconSpeakerphone } from "@tabler/icons-react";
import { Link } from "react-router";
import { usePlatforms } from "../../../api/platforms";
import type { Platform } from "../../../api/types";
import { can, useChannel } from "../../../session/channel";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { useShoutOut } from "../feed/activity-feed.queries";
import type { Activity } from "../feed/activity-types";
import classes from "./activity-list.module.css";

// Label of the capability in the platform's descriptor.
const SHOUTOUT_CAPABILITY = "Shoutouts";

/** Buttons below a raid: a shoutout for the raider, and a link to the chat. */
export function RaidActions({ channelId, raid }: { channelId: string; raid: Activity }) {
  const canModerate = can(useChannel(channelId).data, "moderation.use");
  const platform = usePlatforms().find(({ provider }) => provider === raid.provider);
  const shoutOut = useShoutOut(channelId);
  const canShoutOut = canModerate && !raid.is_test && raid.connection_id !== null && raid.viewer_id !== "";
  return (
    <div className={classes["raid"]}>
      {canShoutOut && platform && hasShoutOuts(platform) && (
        <BusyButton
          size="xs"
          leftSection={<IconSpeakerphone size={15} />}
          isBusy={shoutOut.isPending}
          onClick={() => shoutOut.mutate(raid)}
        >
          Shout out
        </BusyButton>
      )}
      <Button size="xs" component={Link} to={`/channels/${channelId}/chat`} leftSection={<IconShieldHalf size={15} />}>
        Check new chatters
      </Button>
    </div>
  );
}

function hasShoutOuts({ capabilities }: Platform): boolean {
  return capabilities.some(({ label, supported }) => supported && label === SHOUTOUT_CAPABILITY);
}
