import type { components } from "../../../api/schema";
import type { Person } from "../person";
import type { Trigger } from "./trigger";

export type Emote = components["schemas"]["EmoteOut"];
export type Emoji = readonly (readonly [name: string, emoji: string])[];

/** A menu entry; `insert` replaces the typed word. */
export interface MenuItem {
  id: string;
  label: string;
  hint?: string;
  insert: string;
  picture?: { kind: "image"; url: string } | { kind: "emoji"; emoji: string } | { kind: "platform"; provider: string };
  person?: Person;
  /** Present if the item cannot be picked; `hint` says why. */
  isDisabled?: true;
  /** The selected chats of a slash command, with the reason where the command is not supported. */
  chats?: readonly { id: string; provider: string; label: string; reason: string | null }[];
}

export interface KnownCommand {
  name: string;
  about: string;
}

const MAX_ITEMS = 8;

/** Up to `MAX_ITEMS` items: first those whose name starts with the query, then those whose name contains it. */
function matches<Item>(items: readonly Item[], query: string, nameOf: (item: Item) => string): Item[] {
  const needle = query.toLowerCase();
  const prefixed = items.filter((item) => nameOf(item).toLowerCase().startsWith(needle));
  if (prefixed.length >= MAX_ITEMS) return prefixed.slice(0, MAX_ITEMS);
  const containing = items.filter((item) => {
    const name = nameOf(item).toLowerCase();
    return !name.startsWith(needle) && name.includes(needle);
  });
  return [...prefixed, ...containing].slice(0, MAX_ITEMS);
}

export function emoteItems(query: string, emotes: readonly Emote[], emoji: Emoji): MenuItem[] {
  const emoteMatches = matches(
    emotes.filter(({ is_modifier: isModifier }) => !isModifier),
    query,
    ({ name }) => name,
  ).map(
    (emote): MenuItem => ({
      id: `emote-${emote.source}-${emote.id}`,
      label: emote.name,
      hint: emote.source,
      insert: emote.name,
      picture: { kind: "image", url: emote.url },
    }),
  );
  const emojiItems = matches(emoji, query, ([name]) => name).map(
    ([name, character]): MenuItem => ({
      id: `emoji-${name}`,
      label: name.replaceAll("_", " "),
      insert: character,
      picture: { kind: "emoji", emoji: character },
    }),
  );
  return [...emoteMatches, ...emojiItems].slice(0, MAX_ITEMS);
}

export function commandItems(query: string, commands: readonly KnownCommand[], prefix: string): MenuItem[] {
  return matches(commands, query, ({ name }) => name).map(({ name, about }) => ({
    id: `command-${name}`,
    label: prefix + name,
    hint: about,
    insert: prefix + name,
  }));
}

/** Exact matches, then names that start with the query, then those that contain it; in each, recent chatters first. */
export function personItems(
  { query, isCommandUser }: Pick<Trigger, "query"> & { isCommandUser: boolean },
  people: readonly Person[],
  searched: readonly Person[],
): MenuItem[] {
  const all = [...new Map([...searched, ...people].map((person) => [keyOf(person), person])).values()];
  const recentFirst = [...people, ...all.filter((person) => !people.some((other) => keyOf(other) === keyOf(person)))];
  // Exact matches come first and are never cut off: a slash command asks the user to select one of them.
  const exact = recentFirst.filter((person) => hasName(person, query));
  const others = findPeople(recentFirst, query).filter((person) => !exact.includes(person));
  return [...exact, ...others].slice(0, Math.max(MAX_ITEMS, exact.length)).map((person) => ({
    id: `person-${keyOf(person)}`,
    label: person.name,
    ...loginHint(person),
    insert: isCommandUser ? oneWordName(person) : `@${person.name}`,
    picture: { kind: "platform", provider: person.provider },
    person,
  }));
}

function findPeople(people: readonly Person[], query: string): Person[] {
  const needle = normalizeName(query);
  const prefixed = people.filter((person) => hasNamePrefix(person, query));
  const containing = people.filter((person) => namesOf(person).some((name) => name.includes(needle)));
  return [...new Set([...prefixed, ...containing])];
}

/** The login, if it differs from the display name. */
function loginHint({ name, login }: Person): Pick<MenuItem, "hint"> {
  return login && normalizeName(login) !== normalizeName(name) ? { hint: login } : {};
}

export function keyOf({ provider, id }: Pick<Person, "provider" | "id">): string {
  return `${provider}:${id}`;
}

/** The name as one word, as slash commands need it: the name itself, else the login, else the name without spaces. */
export function oneWordName({ name, login }: Pick<Person, "name" | "login">): string {
  return /\s/u.test(name) ? login || name.replaceAll(/\s/gu, "") : name;
}

/** Whether the name is the viewer's display name, login or one-word name; ignores case and a leading "@". */
export function hasName(person: Pick<Person, "name" | "login">, name: string): boolean {
  return namesOf(person).includes(normalizeName(name));
}

export function hasNamePrefix(person: Pick<Person, "name" | "login">, query: string): boolean {
  return namesOf(person).some((name) => name.startsWith(normalizeName(query)));
}

function namesOf(person: Pick<Person, "name" | "login">): string[] {
  return [person.name, person.login, oneWordName(person)].map(normalizeName).filter((name) => name !== "");
}

function normalizeName(name: string): string {
  return name.replace(/^@/u, "").toLowerCase();
}
