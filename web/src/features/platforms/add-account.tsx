import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "react-router";
import type { ChannelProvider, Platform } from "../../api/types";
import { PlatformIcon } from "../../ui/platform-icon";
import { connectable, isStreamPlatform } from "./connectable";
import { useConnectPlatform } from "./use-connect-platform";

interface AddAccountProps {
  channelId: string;
  connected: readonly ChannelProvider[];
  platforms: readonly Platform[];
}

/** Menu that connects another account of a connected platform. */
export function AddAccount({ channelId, connected, platforms }: AddAccountProps) {
  const connect = useConnectPlatform(channelId);
  const connectedKeys = new Set(connected.map(({ provider }) => provider));
  const choices = connectable(platforms).filter(
    (platform) => isStreamPlatform(platform) && connectedKeys.has(platform.provider),
  );
  if (choices.length === 0) return null;
  return (
    <Menu withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} />}>Add another account</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((platform) => (
          <AddItem key={platform.provider} channelId={channelId} platform={platform} onConnect={connect} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface AddItemProps {
  channelId: string;
  platform: Platform;
  onConnect: (platform: Platform) => void;
}

/** Item that starts to connect the platform; platforms connected by handle have a separate form. */
function AddItem({ channelId, platform, onConnect }: AddItemProps) {
  const icon = <PlatformIcon provider={platform.provider} />;
  if (platform.registration === "handle") {
    const path = `/channels/${channelId}/register/${platform.provider}?another`;
    return (
      <Menu.Item leftSection={icon} component={Link} to={path}>
        {platform.name}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item leftSection={icon} onClick={() => onConnect(platform)}>
      {platform.name}
    </Menu.Item>
  );
}
