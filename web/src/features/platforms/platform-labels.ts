import type { ChannelProvider, Platform } from "../../api/types";
import { formatNumber, oneDecimal } from "../../lib/locale";

type Connection = ChannelProvider["connection"];

const CONNECTION_LABELS: Record<Connection["state"], string> = {
  waiting: "Waiting",
  connecting: "Connecting",
  connected: "Connected",
  failing: "Connection issue",
  stopped: "Stopped",
};

export function connectionLabel({ state }: Connection): string {
  return CONNECTION_LABELS[state];
}

/** "1,206" */
export function wholeNumber(value: number): string {
  return formatNumber(value);
}

/** "0.4 s", "12 s", "3 min" */
export function lagLabel(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return `${oneDecimal(seconds)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** Used share of a quota in whole per cent; below 100 until the quota is used up. */
export function quotaShare(used: number, total: number): number {
  if (total <= 0) return 100;
  return used >= total ? Math.round((used / total) * 100) : Math.min(99, Math.round((used / total) * 100));
}

/** "128 emotes, 3 min ago" */
export function emoteLine(count: number, age: string | null, problem: string | null): string {
  if (age === null) return problem ?? "Loading emotes";
  const emotes = count === 1 ? "1 emote" : `${wholeNumber(count)} emotes`;
  return problem ? `${problem}. ${emotes} from ${age}` : `${emotes}, ${age}`;
}

type Bot = NonNullable<ChannelProvider["bot_provider"]>;

interface BotLine {
  text: string;
  needsAttention: boolean;
}

/** The text below "No bot"; `account` is the account that answers, null if it must be reconnected first. */
export function noBotLine({ name, flags }: Platform, account: string | null): BotLine {
  if (!flags.chatWrite) return { text: `${name} chat is read-only: no bot responses`, needsAttention: false };
  if (account === null) return { text: `The bot can't respond until you reconnect ${name}`, needsAttention: true };
  return { text: `Answers as ${account} until you connect a bot`, needsAttention: false };
}

/** The text below a bot's name. */
export function botLine(bot: Bot, provider: string): BotLine {
  const kind = bot.kind === "own" ? "Custom bot" : "System bot";
  if (bot.scope_needed) {
    const who = bot.kind === "own" ? "you reconnect it" : "the server admin reconnects it";
    return { text: `${kind}, missing permissions: can't answer until ${who}`, needsAttention: true };
  }
  const condition = BOT_CONDITIONS[provider];
  return condition ? { text: condition, needsAttention: true } : { text: kind, needsAttention: false };
}

// On other platforms the bot works without being a moderator, with lower limits.
const BOT_CONDITIONS: Record<string, string> = {
  kick: "Make it a moderator: on Kick only moderators can post links",
};

/** How to make the bot a moderator. */
export function moderatorSteps(provider: string, bot: string): string {
  return provider === "youtube"
    ? `In YouTube Studio, go to Settings > Community and add ${bot} as a moderator.`
    : `Type /mod ${bot} in your chat.`;
}
