import { Anchor, Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Platform, SystemBot } from "../../api/types";
import { PlatformIcon } from "../../ui/platform-icon";
import { Tag } from "../../ui/tag";
import classes from "./system-bots.module.css";
import { useConnectSystemBot } from "./system-bots.queries";

/** Which account answers in channels without a bot of their own. */
export function systemBotLine(platform: string, bot: SystemBot | undefined): string {
  if (!bot) return `Channels on ${platform} answer as their own account until you connect a bot`;
  return bot.scope_needed
    ? `${bot.display_name} can't answer until you reconnect it`
    : `Answers as ${bot.display_name}`;
}

interface SystemBotRowProps {
  platform: Platform;
  bot: SystemBot | undefined;
  onDisconnect: () => void;
}

export function SystemBotRow({ platform, bot, onDisconnect }: SystemBotRowProps) {
  const connect = useConnectSystemBot();
  return (
    <li className={classes["row"]}>
      <PlatformIcon provider={platform.provider} size={24} />
      <div className={classes["text"]}>
        <div className="row wrap fw-600 column-gap-8 row-gap-2">
          <Anchor
            inherit
            component={Link}
            to={`/admin/system-provider-bots/${platform.provider}`}
            className={classes["link"] ?? ""}
          >
            {platform.name}
          </Anchor>
          {bot?.scope_needed && <Tag tone="attention">Needs permission</Tag>}
          {!bot && <Tag>Not connected</Tag>}
        </div>
        <div className="medium muted">{systemBotLine(platform.name, bot)}</div>
      </div>
      <div className="gap-8 flex">
        {bot?.scope_needed && (
          <Button
            variant="filled"
            color="amber"
            leftSection={<IconRefresh size={16} />}
            aria-label={`Reconnect ${platform.name}`}
            onClick={() => connect(platform)}
          >
            Reconnect
          </Button>
        )}
        {bot ? (
          <Button aria-label={`Disconnect ${platform.name}`} onClick={onDisconnect}>
            Disconnect
          </Button>
        ) : (
          <Button variant="filled" aria-label={`Connect ${platform.name}`} onClick={() => connect(platform)}>
            Connect
          </Button>
        )}
      </div>
    </li>
  );
}
