import { Button } from "@mantine/core";
import type { Platform } from "../../api/types";
import { Panel } from "../../ui/panel";
import { Tag } from "../../ui/tag";
import { CapabilityList } from "./capability-list";
import classes from "./platform-card.module.css";
import { PlatformHead } from "./platform-head";
import { useConnectPlatform } from "./use-connect-platform";

interface PlatformOfferProps {
  channelId: string;
  platform: Platform;
  canManage: boolean;
}

/** A platform that the channel could have. */
export function PlatformOffer({ channelId, platform, canManage }: PlatformOfferProps) {
  const connect = useConnectPlatform(channelId);
  return (
    <Panel className={classes["card"] ?? ""} aria-label={`${platform.name}: not connected`}>
      <PlatformHead
        provider={platform.provider}
        title={platform.name}
        tags={<Tag>Not connected</Tag>}
        line={
          canManage
            ? `Opens ${platform.name}, where you choose what to allow`
            : "An admin of this channel can connect it"
        }
        action={
          canManage && (
            <Button variant="filled" onClick={() => connect(platform)} aria-label={`Connect ${platform.name}`}>
              Connect
            </Button>
          )
        }
      />
      <CapabilityList platform={platform} />
    </Panel>
  );
}
