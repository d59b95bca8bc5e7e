import { Button } from "@mantine/core";
import { IconRobotOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ChannelProvider, Platform } from "../../api/types";
import { Avatar } from "../../ui/avatar";
import classes from "./bot-row.module.css";
import { botLine } from "./platform-words";
import { useDisconnectBot } from "./platforms.queries";
import { useConnectPlatform } from "./use-connect-platform";

interface BotRowProps {
  provider: ChannelProvider;
  platform: Platform;
  canManage: boolean;
}

/** Who speaks in the channel's chat, and how to change it. */
export function BotRow({ provider, platform, canManage }: BotRowProps) {
  const bot = provider.bot_provider;
  return (
    <BotLine
      picture={bot ? <Avatar name={bot.display_name} src={bot.avatar_url} size={28} /> : <NoBot />}
      name={bot?.display_name ?? "No bot"}
      line={botLine(bot, platform.name, platform.flags.ownBot)}
      isAttention={bot?.scope_needed ?? false}
    >
      {canManage && <BotActions provider={provider} platform={platform} />}
    </BotLine>
  );
}

interface BotLineProps {
  picture: ReactNode;
  name: string;
  line: string;
  isAttention: boolean;
  children: ReactNode;
}

function BotLine({ picture, name, line, isAttention, children }: BotLineProps) {
  return (
    <div className={classes["row"]}>
      {picture}
      <div className={classes["words"]}>
        <div className={classes["name"]}>{name}</div>
        <div className={classes["line"]} data-attention={isAttention || undefined}>
          {line}
        </div>
      </div>
      {children}
    </div>
  );
}

function BotActions({ provider, platform }: Omit<BotRowProps, "canManage">) {
  const connect = useConnectPlatform(provider.channel_id);
  const disconnect = useDisconnectBot(provider.channel_id);
  const bot = provider.bot_provider;
  if (bot?.kind !== "own") {
    return platform.flags.ownBot ? (
      <Button size="xs" onClick={() => connect(platform, provider)}>
        Use own bot
      </Button>
    ) : null;
  }
  return (
    <div className={classes["actions"]}>
      {bot.scope_needed && (
        <Button size="xs" onClick={() => connect(platform, provider)}>
          Reconnect bot
        </Button>
      )}
      <Button size="xs" loading={disconnect.isPending} onClick={() => disconnect.mutate(provider)}>
        Disconnect bot
      </Button>
    </div>
  );
}

function NoBot() {
  return (
    <span className={classes["none"]}>
      <IconRobotOff size={16} aria-hidden="true" />
    </span>
  );
}
