import { Button } from "@mantine/core";
import type { Platform } from "../../../api/types";
import { Panel } from "../../../ui/panel";
import { Tag } from "../../../ui/tag";
import { HandleForm } from "../handle-form";
import { useConnectPlatform } from "../use-connect-platform";
import { NoBotRow } from "./bot-row";
import { CapabilityList } from "./capability-list";
import { ChatAsMe, useChatAsMe } from "./chat-as-me";
import classes from "./platform-card.module.css";
import { PlatformHead } from "./platform-head";

interface PlatformOfferProps {
  channelId: string;
  platform: Platform;
  canManage: boolean;
}

/** Card of a platform that is not connected. */
export function PlatformOffer({ channelId, platform, canManage }: PlatformOfferProps) {
  const connect = useConnectPlatform(channelId);
  const chatAsMe = useChatAsMe(channelId, platform);
  const usesHandle = platform.registration === "handle";
  return (
    <Panel className={classes["card"] ?? ""} aria-label={`${platform.name}: not connected`}>
      <PlatformHead
        provider={platform.provider}
        title={platform.name}
        tags={<Tag>Not connected</Tag>}
        line={offerLine(platform, canManage)}
        action={
          canManage &&
          !usesHandle && (
            <Button
              variant="filled"
              onClick={() => connect(platform, { chatAsMe: chatAsMe.isTicked })}
              aria-label={`Connect ${platform.name}`}
            >
              Connect
            </Button>
          )
        }
      />
      {canManage && !usesHandle && <ChatAsMe {...chatAsMe} />}
      {canManage && usesHandle && <HandleForm channelId={channelId} platform={platform} />}
      {usesHandle && <NoBotRow platform={platform} account="your account" />}
      <CapabilityList platform={platform} />
    </Panel>
  );
}

function offerLine(platform: Platform, canManage: boolean): string {
  if (!canManage) return "Only Admins of the channel can connect it";
  return platform.registration === "handle"
    ? "Enter your handle, no sign-in needed"
    : `You'll sign in on ${platform.name}`;
}
