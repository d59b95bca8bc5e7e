import { actionOf } from "../slash/slash-commands";

export type TriggerSign = ":" | "@" | "!" | "/";

/** The word at the caret that asks for a menu: its sign, what follows it, and where it stands. */
export interface Trigger {
  sign: TriggerSign;
  query: string;
  start: number;
  end: number;
  /** The name of an action's person, which takes no sign. */
  isOrder: boolean;
}

// Two letters before emotes are offered: ":D" and ":)" followed by Enter are meant as they are.
const LEAST: Record<TriggerSign, number> = { ":": 2, "@": 0, "!": 0, "/": 0 };

const ORDER = /^\s*(\/\S*)\s/u;
const ORDER_NAME = /^\s*\/\p{L}+\s+@?([^\s]*)$/u;
const WORD = /(?<=^|\s)([:@!/])([^\s:]*)$/u;

/** `isAsked`: somebody pressed the button for emotes, so a lone sign is enough. */
export function triggerAt(text: string, caret: number, isAsked = false): Trigger | null {
  const before = text.slice(0, caret);
  const order = ORDER.exec(before)?.[1];
  // What is no action is never sent either: Enter shall say so, and not take what a menu offers.
  if (order && !actionOf(order)) return null;
  const name = ORDER_NAME.exec(before);
  if (name) {
    const query = name[1] ?? "";
    return { sign: "@", query, start: caret - query.length, end: caret, isOrder: true };
  }
  const match = WORD.exec(before);
  if (!match) return null;
  const query = match[2] ?? "";
  const sign = match[1] as TriggerSign; // The pattern lets no other character through.
  if (!isAsked && query.length < LEAST[sign]) return null;
  // An action or a command is the whole message, never a word in the middle of one.
  if ((sign === "/" || sign === "!") && match.index !== 0) return null;
  return { sign, query, start: match.index, end: caret, isOrder: false };
}

/** Where the name ends that an order is about; null where there is none. */
export function nameEnd(text: string): number | null {
  return /^\s*\/\p{L}+\s+\S+/u.exec(text)?.[0].length ?? null;
}

/** The text with the word replaced, one space after it, and where the caret goes. */
export function insertAt(text: string, { start, end }: Pick<Trigger, "start" | "end">, word: string) {
  const rest = text.slice(end).replace(/^\s/u, "");
  const before = `${text.slice(0, start)}${word} `;
  return { text: before + rest, caret: before.length };
}
