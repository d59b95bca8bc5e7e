import { parseDuration } from "../../../lib/time/durations";
import { DEFAULT_TIMEOUT_SECONDS } from "../../../lib/time/timeout-presets";

export type SlashCommandName = "timeout" | "ban" | "unban" | "delete" | "permit" | "reply" | "card";

export interface SlashCommandHelp {
  name: SlashCommandName;
  usage: string;
  about: string;
}

export const SLASH_COMMANDS: readonly SlashCommandHelp[] = [
  { name: "timeout", usage: "/timeout <user> [10m] [reason]", about: "Time out a user" },
  { name: "ban", usage: "/ban <user> [reason]", about: "Ban a user" },
  { name: "unban", usage: "/unban <user>", about: "Unban a user" },
  { name: "delete", usage: "/delete <user>", about: "Delete a user's last message" },
  { name: "permit", usage: "/permit <user>", about: "Permit one link" },
  { name: "reply", usage: "/reply <user> <text>", about: "Reply to a user's last message" },
  { name: "card", usage: "/card <user>", about: "Open the viewer card" },
];

export type SlashCommand =
  | { action: "timeout"; name: string; seconds: number; reason: string }
  | { action: "ban"; name: string; reason: string }
  | { action: "reply"; name: string; text: string }
  | { action: "unban" | "delete"; name: string }
  | { action: "permit" | "card"; name: string };

export type ParseResult = { command: SlashCommand } | { problem: string };

export const MAX_REASON_LENGTH = 500;

/** Slash commands are never sent to the chat. */
export function isSlashCommand(text: string): boolean {
  return text.trimStart().startsWith("/");
}

/** The slash command of a word such as "/ban". */
export function findSlashCommand(word: string): SlashCommandHelp | undefined {
  return SLASH_COMMANDS.find(({ name }) => `/${name}` === word.toLowerCase());
}

export function parseSlashCommand(text: string): ParseResult {
  const [word = "", name = "", ...rest] = text.trim().split(/\s+/u);
  const action = findSlashCommand(word);
  if (!action) return { problem: `Unknown command: ${word}` };
  const person = name.replace(/^@/u, "");
  if (!person) return { problem: `Usage: ${action.usage}` };
  return parseArguments(action, person, rest);
}

function parseArguments({ name: action, usage }: SlashCommandHelp, name: string, rest: string[]): ParseResult {
  const text = rest.join(" ");
  if (action === "timeout") return parseTimeout(name, rest);
  if (action === "reply") return text ? { command: { action, name, text } } : { problem: `Usage: ${usage}` };
  if (action !== "ban") return { command: { action, name } };
  return withReason(text, (reason) => ({ action, name, reason }));
}

// "/timeout name spoilers" uses the default duration with "spoilers" as the reason.
function parseTimeout(name: string, [first = "", ...rest]: string[]): ParseResult {
  const seconds = parseDuration(first);
  if (seconds === null && /^\d/u.test(first)) {
    return { problem: "Duration must be 1s–14d, e.g. 90, 10m, 1h, 7d" };
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
