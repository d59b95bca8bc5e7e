import { durationWords, LONGEST_TIMEOUT_SECONDS, parseDuration } from "../../../lib/time/durations";

export type ActionName = "timeout" | "ban" | "unban" | "delete" | "permit" | "reply" | "card";

/** What an action of ours is called, what it takes and what it does; none of them is ever sent as text. */
export interface ActionHelp {
  name: ActionName;
  usage: string;
  about: string;
}

export const ACTIONS: readonly ActionHelp[] = [
  { name: "timeout", usage: "/timeout name 10m reason", about: "Send somebody out for a while" },
  { name: "ban", usage: "/ban name reason", about: "Send somebody out for good" },
  { name: "unban", usage: "/unban name", about: "Let somebody in again" },
  { name: "delete", usage: "/delete name", about: "Delete the last message of somebody" },
  { name: "permit", usage: "/permit name", about: "Let somebody post one link" },
  { name: "reply", usage: "/reply name text", about: "Answer the last message of somebody" },
  { name: "card", usage: "/card name", about: "Open the viewer card" },
];

export type Order =
  | { action: "timeout"; name: string; seconds: number; reason: string }
  | { action: "ban"; name: string; reason: string }
  | { action: "reply"; name: string; text: string }
  | { action: "unban" | "delete"; name: string }
  | { action: "permit" | "card"; name: string };

export type Parsed = { order: Order } | { problem: string };

const DEFAULT_SECONDS = 600;
export const LONGEST_REASON = 500;

/** Whether a text is meant for us and not for the chat. */
export function isOrder(text: string): boolean {
  return text.trimStart().startsWith("/");
}

/** The action that is written so, with its slash. */
export function actionOf(word: string): ActionHelp | undefined {
  return ACTIONS.find(({ name }) => `/${name}` === word.toLowerCase());
}

/** The order in a text, or in words what is wrong with it. */
export function parseOrder(text: string): Parsed {
  const [word = "", name = "", ...rest] = text.trim().split(/\s+/u);
  const action = actionOf(word);
  if (!action) return { problem: `There is no ${word} here. Type / to see what there is.` };
  const person = name.replace(/^@/u, "");
  if (!person) return { problem: `Say whom: ${action.usage}` };
  return finish(action, person, rest);
}

function finish({ name: action, usage }: ActionHelp, name: string, rest: string[]): Parsed {
  const text = rest.join(" ");
  if (action === "timeout") return timeout(name, rest);
  if (action === "reply") return text ? { order: { action, name, text } } : { problem: `Say what: ${usage}` };
  if (action !== "ban") return { order: { action, name } };
  return withReason(text, (reason) => ({ action, name, reason }));
}

// "/timeout name spoilers" means the usual time, and "spoilers" is the reason.
function timeout(name: string, [first = "", ...rest]: string[]): Parsed {
  const seconds = parseDuration(first);
  if (seconds === null && /^\d/u.test(first)) {
    return { problem: `A time is 1 second to ${durationWords(LONGEST_TIMEOUT_SECONDS)}: 90, 10m, 1h or 7d.` };
  }
  const reason = seconds === null ? [first, ...rest].join(" ").trim() : rest.join(" ");
  return withReason(reason, (given) => ({
    action: "timeout",
    name,
    seconds: seconds ?? DEFAULT_SECONDS,
    reason: given,
  }));
}

function withReason(reason: string, make: (reason: string) => Order): Parsed {
  if (reason.length > LONGEST_REASON) return { problem: `A reason has at most ${LONGEST_REASON} characters.` };
  return { order: make(reason) };
}
