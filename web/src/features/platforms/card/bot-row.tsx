import { Button, Popover } from "@mantine/core";
import { IconRobotOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ChannelProvider, Platform } from "../../../api/types";
import { Avatar } from "../../../ui/avatar";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { botLine, moderatorSteps, noBotLine } from "../platform-labels";
import { useDisconnectBot } from "../platforms.queries";
import { useConnectPlatform } from "../use-connect-platform";
import classes from "./bot-row.module.css";

interface BotRowProps {
  connection: ChannelProvider;
  platform: Platform;
  canManage: boolean;
}

/** Row with the bot account of a connection, and buttons to change it. */
export function BotRow({ connection, platform, canManage }: BotRowProps) {
  const bot = connection.bot_provider;
  if (!bot) {
    // An account without chat permission cannot answer until it is reconnected.
    return (
      <NoBotRow
        platform={platform}
        account={connection.scope_needed && !connection.can_chat ? null : connection.display_name}
      >
        {canManage && <BotActions connection={connection} platform={platform} />}
      </NoBotRow>
    );
  }
  const { text, needsAttention } = botLine(bot, platform.provider);
  const picture = <Avatar name={bot.display_name} src={bot.avatar_url} size={28} />;
  return (
    <BotLine picture={picture} name={bot.display_name} line={text} needsAttention={needsAttention}>
      {platform.botHelp && <BotHelp platform={platform} bot={bot.display_name} />}
      {canManage && <BotActions connection={connection} platform={platform} />}
    </BotLine>
  );
}

interface NoBotRowProps {
  platform: Platform;
  /** The account that answers without a bot; null if that account must be reconnected first. */
  account: string | null;
  children?: ReactNode;
}

/** Row of a connection that has no bot, or of a platform that is not connected yet. */
export function NoBotRow({ platform, account, children }: NoBotRowProps) {
  const { text, needsAttention } = noBotLine(platform, account);
  return (
    <BotLine picture={<NoBot />} name="No bot" line={text} needsAttention={needsAttention}>
      {children}
    </BotLine>
  );
}

interface BotLineProps {
  picture: ReactNode;
  name: string;
  line: string;
  needsAttention: boolean;
  children: ReactNode;
}

function BotLine({ picture, name, line, needsAttention, children }: BotLineProps) {
  return (
    <div className={classes["row"]}>
      {picture}
      <div className={classes["text"]}>
        <div className="breaks fw-500">{name}</div>
        <div className={classes["line"]} data-attention={needsAttention || undefined}>
          {line}
        </div>
      </div>
      <div className="gap-8 wrap flex hidden-empty">{children}</div>
    </div>
  );
}

/** Popover that explains how to make the bot a moderator. */
function BotHelp({ platform, bot }: { platform: Platform; bot: string }) {
  return (
    <Popover width={288} position="bottom-end" withinPortal={false} hideDetached={false} trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" aria-label={`Setup help for ${platform.name}`}>
          Setup help
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes["help"]}>
        <p>{platform.botHelp}</p>
        <p>{moderatorSteps(platform.provider, bot)}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

function BotActions({ connection, platform }: Omit<BotRowProps, "canManage">) {
  const connect = useConnectPlatform(connection.channel_id);
  const disconnect = useDisconnectBot(connection.channel_id);
  const bot = connection.bot_provider;
  if (bot?.kind !== "own") {
    return platform.flags.ownBot ? (
      <Button size="xs" onClick={() => connect(platform, { botOf: connection })}>
        Use custom bot
      </Button>
    ) : null;
  }
  return (
    <>
      {bot.scope_needed && (
        <Button size="xs" aria-label="Reconnect bot" onClick={() => connect(platform, { botOf: connection })}>
          Reconnect
        </Button>
      )}
      <BusyButton
        size="xs"
        aria-label="Disconnect bot"
        isBusy={disconnect.isPending}
        onClick={() => disconnect.mutate(connection)}
      >
        Disconnect
      </BusyButton>
    </>
  );
}

function NoBot() {
  return (
    <span className={classes["none"]}>
      <IconRobotOff size={16} aria-hidden="true" />
    </span>
  );
}
