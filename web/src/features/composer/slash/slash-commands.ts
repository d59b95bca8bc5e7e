import { MAX_REASON_LENGTH } from "../../../api/moderation";
import { parseDuration } from "../../../lib/time/durations";
import { DEFAULT_TIMEOUT_SECONDS, DURATION_PROBLEM } from "../../../lib/time/timeout-presets";
import { SLASH_COMMANDS, type SlashCommandHelp, type SlashCommandName } from "./command-list";
import { type ChatModes, parseModes } from "./mode-arguments";

export type SlashCommand =
  | { action: "timeout"; name: string; seconds: number; reason: string }
  | { action: "ban"; name: string; reason: string }
  | { action: "warn"; name: string; reason: string }
  | { action: "reply"; name: string; text: string }
  | { action: "unban" | "delete"; name: string }
  | { action: "permit" | "card"; name: string }
  | ChatCommand
  | { action: "me" | "announce"; text: string };

/** A command that runs in all selected chats. */
export type ChatCommand =
  | { action: "modes"; name: SlashCommandName; modes: ChatModes }
  | { action: "shoutout" | "raid"; channel: string }
  | { action: "clear" | "unraid" };

export type ParseResult = { command: SlashCommand } | { problem: string };

/** The slash command of a word such as "/ban"; undefined if there is none. */
export function findSlashCommand(word: string): SlashCommandHelp | undefined {
  return SLASH_COMMANDS.find(({ name }) => `/${name}` === word.toLowerCase());
}

export function parseSlashCommand(text: string): ParseResult {
  const [word = "", ...words] = text.trim().split(/\s+/u);
  const help = findSlashCommand(word);
  if (!help) return { problem: `Unknown command: ${word}` };
  return parseArguments(help, words, text.trim().slice(word.length).trim()) ?? { problem: `Usage: ${help.usage}` };
}

/** The command with its arguments; null if they do not match the usage. Some commands ignore further words. */
function parseArguments({ name: action }: SlashCommandHelp, words: string[], text: string): ParseResult | null {
  const [first = "", ...rest] = words;
  const name = first.replace(/^@/u, "");
  switch (action) {
    case "me":
    case "announce":
      return text ? { command: { action, text } } : null;
    case "clear":
    case "unraid":
      return { command: { action } };
    case "shoutout":
    case "raid":
      return name && rest.length === 0 ? { command: { action, channel: name } } : null;
    case "timeout":
    case "ban":
    case "warn":
    case "reply":
    case "unban":
    case "delete":
    case "permit":
    case "card":
      return name ? parseUserCommand(action, name, rest) : null;
    default:
      return parseModeCommand(action, words);
  }
}

type UserAction = "timeout" | "ban" | "warn" | "reply" | "unban" | "delete" | "permit" | "card";

function parseUserCommand(action: UserAction, name: string, rest: string[]): ParseResult | null {
  const text = rest.join(" ");
  if (action === "timeout") return parseTimeout(name, rest);
  if (action === "reply") return text ? { command: { action, name, text } } : null;
  if (action === "warn" && !text) return null;
  if (action === "ban") return withReason(text, (reason) => ({ action, name, reason }));
  if (action === "warn") return withReason(text, (reason) => ({ action, name, reason }));
  if (action === "permit" || action === "card") return { command: { action, name } };
  return { command: { action, name } };
}

function parseModeCommand(name: SlashCommandName, words: string[]): ParseResult | null {
  const modes = parseModes(name, words);
  if (modes === null || "problem" in modes) return modes;
  return { command: { action: "modes", name, modes } };
}

// "/timeout name spoilers" uses the default duration with "spoilers" as the reason.
function parseTimeout(name: string, [first = "", ...rest]: string[]): ParseResult {
  const seconds = parseDuration(first);
  if (seconds === null && /^\d/u.test(first)) {
    return { problem: DURATION_PROBLEM };
  }
  const reason = seconds === null ? [first, ...rest].join(" ").trim() : rest.join(" ");
  return withReason(reason, (checked) => ({
    action: "timeout",
    name,
    seconds: seconds ?? DEFAULT_TIMEOUT_SECONDS,
    reason: checked,
  }));
}

function withReason(reason: string, make: (reason: string) => SlashCommand): ParseResult {
  if (reason.length > MAX_REASON_LENGTH) return { problem: `Reason can have at most ${MAX_REASON_LENGTH} characters` };
  return { command: make(reason) };
}
