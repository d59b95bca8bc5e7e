/** "!" stands for the channel's command prefix, which may be another text. */
export type TriggerCharacter = ":" | "@" | "!" | "/";

/** The word before the caret that opens a menu; `start` and `end` are its position in the text. */
export interface Trigger {
  character: TriggerCharacter;
  query: string;
  start: number;
  end: number;
  /** Whether the word is the user name of a slash command: such a word needs no "@". */
  isCommandUser: boolean;
}

// Emotes need two letters: ":D" or ":)" followed by Enter is plain text.
const MIN_QUERY_LENGTH = { ":": 2, "@": 0, "/": 0 };

const COMMAND = /^\s*(\/\S*)\s/u;
const COMMAND_USER = /^\s*\/\p{L}+\s+@?([^\s]*)$/u;
const WORD = /(?<=^|\s)([:@/])([^\s:]*)$/u;

/** Finds the slash command of a word such as "/ban"; undefined if there is none. */
type FindCommand = (word: string) => { takesUser?: true } | undefined;

/** The word before the caret if it opens a menu; `findCommand` is null until the slash commands are loaded. */
export function triggerAt(
  text: string,
  caret: number,
  findCommand: FindCommand | null,
  prefix: string,
): Trigger | null {
  const before = text.slice(0, caret);
  const chatCommand = chatCommandIn(before, prefix);
  if (chatCommand !== null) return { character: "!", query: chatCommand, start: 0, end: caret, isCommandUser: false };
  const word = COMMAND.exec(before)?.[1];
  const command = word ? findCommand?.(word) : undefined;
  // Enter on an unknown slash command must show the error, not pick from a menu.
  if (word && !command) return null;
  const name = command?.takesUser ? COMMAND_USER.exec(before) : null;
  if (name) {
    const query = name[1] ?? "";
    return { character: "@", query, start: caret - query.length, end: caret, isCommandUser: true };
  }
  const match = WORD.exec(before);
  if (!match) return null;
  const query = match[2] ?? "";
  const character = match[1] as keyof typeof MIN_QUERY_LENGTH; // The pattern matches no other character.
  if (query.length < MIN_QUERY_LENGTH[character]) return null;
  if (character === "/" && match.index !== 0) return null;
  return { character, query, start: match.index, end: caret, isCommandUser: false };
}

/** The chat command being typed, without its prefix; null if the text is not a first word with the prefix. */
function chatCommandIn(before: string, prefix: string): string | null {
  const name = before.slice(prefix.length);
  return before.startsWith(prefix) && !/[\s:]/u.test(name) ? name : null;
}

/** Index of the end of the user name in a slash command; null without a user name. */
export function userEnd(text: string): number | null {
  return /^\s*\/\p{L}+\s+\S+/u.exec(text)?.[0].length ?? null;
}

/** Replaces the word so that one space follows it; returns the text and the caret after that space. */
export function insertAt(text: string, { start, end }: Pick<Trigger, "start" | "end">, word: string) {
  const rest = text.slice(end).replace(/^\s/u, "");
  const before = `${text.slice(0, start)}${word} `;
  return { text: before + rest, caret: before.length };
}
