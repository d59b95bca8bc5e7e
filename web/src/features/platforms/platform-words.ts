import type { ChannelProvider } from "../../api/types";

type Connection = ChannelProvider["connection"];

const CONNECTION_WORDS: Record<Connection["state"], string> = {
  waiting: "Waiting",
  connecting: "Connecting",
  connected: "Connected",
  failing: "Trouble",
  stopped: "Stopped",
};

export function connectionWord({ state }: Connection): string {
  return CONNECTION_WORDS[state];
}

type Bot = NonNullable<ChannelProvider["bot_provider"]>;

/** The line under a bot's name. */
export function botLine(bot: Bot | null, platform: string, takesOwnBot: boolean): string {
  if (!bot) return takesOwnBot ? "Nobody answers in this chat yet" : `${platform} takes no bot`;
  const kind = bot.kind === "own" ? "Own bot" : "System bot";
  return bot.scope_needed ? `${kind}, needs more permissions` : kind;
}
