import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconExternalLink, IconInfoCircle, IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import { Link } from "react-router";
import type { ChannelProvider, Platform } from "../../../api/types";
import { openPopup } from "../../../lib/auth/popup";
import { useConnectPlatform } from "../use-connect-platform";

interface PlatformActionsProps {
  provider: ChannelProvider;
  platform: Platform;
  canManage: boolean;
}

/** Primary action: reconnect if the account lacks a permission on the platform, else set up or edit the stream. */
export function MainAction({ provider, platform, canManage }: PlatformActionsProps) {
  const connect = useConnectPlatform(provider.channel_id);
  if (provider.scope_needed && canManage) {
    return (
      <Button variant="filled" color="amber" leftSection={<IconRefresh size={15} />} onClick={() => connect(platform)}>
        Reconnect
      </Button>
    );
  }
  if (provider.provider === "youtube" && !provider.live_stream_id && provider.dashboard_url) {
    return <StudioButton url={provider.dashboard_url} />;
  }
  return provider.edit_url ? <EditLink url={provider.edit_url} /> : null;
}

/** Button that opens YouTube Studio in a new window, to set up the stream. */
function StudioButton({ url }: { url: string }) {
  return (
    <Button variant="subtle" size="xs" leftSection={<IconExternalLink size={15} />} onClick={() => openPopup(url)}>
      Configure in Studio
    </Button>
  );
}

function EditLink({ url }: { url: string }) {
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      variant="subtle"
      size="xs"
      leftSection={<IconExternalLink size={15} />}
    >
      Edit stream
    </Button>
  );
}

interface PlatformMenuProps extends PlatformActionsProps {
  onDisconnect: () => void;
}

export function PlatformMenu({ provider, platform, canManage, onDisconnect }: PlatformMenuProps) {
  return (
    <Menu withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={`More options for ${platform.name}`}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={`/channels/${provider.channel_id}/providers/${provider.id}`}
          leftSection={<IconInfoCircle size={16} />}
        >
          Details
        </Menu.Item>
        {provider.channel_url && (
          <Menu.Item
            component="a"
            href={provider.channel_url}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={16} />}
          >
            Open on {platform.name}
          </Menu.Item>
        )}
        {canManage && (
          <Menu.Item color="red" leftSection={<IconPlugConnectedX size={16} />} onClick={onDisconnect}>
            Disconnect
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
