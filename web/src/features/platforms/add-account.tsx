import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ChannelProvider, Platform } from "../../api/types";
import { PlatformIcon } from "../../ui/platform-icon";
import { connectable } from "./offers";
import { useConnectPlatform } from "./use-connect-platform";

interface AddAccountProps {
  channelId: string;
  connected: readonly ChannelProvider[];
  platforms: readonly Platform[];
}

/** A second account of a platform that is connected already; the first has its own card. */
export function AddAccount({ channelId, connected, platforms }: AddAccountProps) {
  const connect = useConnectPlatform(channelId);
  const taken = new Set(connected.map(({ provider }) => provider));
  const choices = connectable(platforms).filter(({ provider }) => taken.has(provider));
  if (choices.length === 0) return null;
  return (
    <Menu withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} />}>Add another account</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((platform) => (
          <Menu.Item
            key={platform.provider}
            leftSection={<PlatformIcon provider={platform.provider} />}
            onClick={() => connect(platform)}
          >
            {platform.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
