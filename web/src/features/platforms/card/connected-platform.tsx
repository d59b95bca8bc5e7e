import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { ChannelProvider, Platform } from "../../../api/types";
import { Panel } from "../../../ui/panel";
import { Tag } from "../../../ui/tag";
import { useConnectPlatform } from "../use-connect-platform";
import { CapabilityList } from "./capability-list";
import classes from "./platform-card.module.css";
import { PlatformHead } from "./platform-head";

interface ConnectedPlatformProps {
  channelId: string;
  platform: Platform;
  accounts: readonly ChannelProvider[];
  canManage: boolean;
}

/** Card of the connect page for a platform that is already connected. */
export function ConnectedPlatform({ channelId, platform, accounts, canManage }: ConnectedPlatformProps) {
  const connect = useConnectPlatform(channelId);
  return (
    <Panel className={classes["card"] ?? ""} aria-label={`${platform.name}: connected`}>
      <PlatformHead
        provider={platform.provider}
        title={platform.name}
        tags={<Tag tone="ok">Connected</Tag>}
        line={accounts.map((account) => account.display_name).join(", ")}
        action={
          <>
            {canManage && <AnotherAccount channelId={channelId} platform={platform} onConnect={connect} />}
            <Button variant="filled" component={Link} to={`/channels/${channelId}/providers`}>
              Platforms
            </Button>
          </>
        }
      />
      <CapabilityList platform={platform} />
    </Panel>
  );
}

interface AnotherAccountProps {
  channelId: string;
  platform: Platform;
  onConnect: (platform: Platform) => void;
}

function AnotherAccount({ channelId, platform, onConnect }: AnotherAccountProps) {
  const label = "Connect another account";
  if (platform.registration === "handle") {
    return (
      <Button component={Link} to={`/channels/${channelId}/register/${platform.provider}?another`}>
        {label}
      </Button>
    );
  }
  return <Button onClick={() => onConnect(platform)}>{label}</Button>;
}
