import type { components } from "../../../api/schema";
import type { Person } from "../person";
import { ACTIONS } from "../slash/slash-commands";
import { EMOJI } from "./emoji";
import type { Trigger } from "./trigger";

export type Emote = components["schemas"]["EmoteOut"];

/** What a menu offers: a picture or sign, words, and the text that takes the place of what was typed. */
export interface MenuItem {
  id: string;
  label: string;
  hint?: string;
  insert: string;
  picture?: { kind: "image"; url: string } | { kind: "sign"; sign: string } | { kind: "platform"; provider: string };
  person?: Person;
}

/** A command of the channel, as the menu for `!` shows it. */
export interface KnownCommand {
  name: string;
  about: string;
}

const MOST = 8;

/** Those that begin with what was typed first, then those that contain it; at most eight. */
function found<Item>(items: readonly Item[], query: string, nameOf: (item: Item) => string): Item[] {
  const wanted = query.toLowerCase();
  const begins = items.filter((item) => nameOf(item).toLowerCase().startsWith(wanted));
  if (begins.length >= MOST) return begins.slice(0, MOST);
  const contains = items.filter((item) => {
    const name = nameOf(item).toLowerCase();
    return !name.startsWith(wanted) && name.includes(wanted);
  });
  return [...begins, ...contains].slice(0, MOST);
}

export function emoteItems(query: string, emotes: readonly Emote[]): MenuItem[] {
  const own = found(
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
  const signs = found(EMOJI, query, ([name]) => name).map(
    ([name, sign]): MenuItem => ({
      id: `emoji-${name}`,
      label: name.replaceAll("_", " "),
      insert: sign,
      picture: { kind: "sign", sign },
    }),
  );
  return [...own, ...signs].slice(0, MOST);
}

export function actionItems(query: string): MenuItem[] {
  return ACTIONS.filter(({ name }) => name.startsWith(query.toLowerCase())).map(({ name, usage, about }) => ({
    id: `action-${name}`,
    label: usage,
    hint: about,
    insert: `/${name}`,
  }));
}

export function commandItems(query: string, commands: readonly KnownCommand[]): MenuItem[] {
  return found(commands, query, ({ name }) => name).map(({ name, about }) => ({
    id: `command-${name}`,
    label: `!${name}`,
    hint: about,
    insert: `!${name}`,
  }));
}

/** Recent chatters first, then whom the search found; each once. */
export function personItems(
  { query, isOrder }: Pick<Trigger, "query"> & { isOrder: boolean },
  people: readonly Person[],
  searched: readonly Person[],
): MenuItem[] {
  const all = [...new Map([...searched, ...people].map((person) => [keyOf(person), person])).values()];
  const recentFirst = [...people, ...all.filter((person) => !people.some((other) => keyOf(other) === keyOf(person)))];
  // Whoever answers to all of it comes first, and none of them is left out: an action asks which one is meant.
  const meant = recentFirst.filter((person) => isCalled(person, query));
  const others = peopleFound(recentFirst, query).filter((person) => !meant.includes(person));
  return [...meant, ...others].slice(0, Math.max(MOST, meant.length)).map((person) => ({
    id: `person-${keyOf(person)}`,
    label: person.name,
    ...loginHint(person),
    insert: isOrder ? orderName(person) : `@${person.name}`,
    picture: { kind: "platform", provider: person.provider },
    person,
  }));
}

function peopleFound(people: readonly Person[], query: string): Person[] {
  const wanted = plain(query);
  const begins = people.filter((person) => isBegun(person, query));
  const contains = people.filter((person) => namesOf(person).some((name) => name.includes(wanted)));
  return [...new Set([...begins, ...contains])];
}

/** The login, where the name that is shown does not tell it. */
function loginHint({ name, login }: Person): Pick<MenuItem, "hint"> {
  return login && plain(login) !== plain(name) ? { hint: login } : {};
}

export function keyOf({ provider, id }: Pick<Person, "provider" | "id">): string {
  return `${provider}:${id}`;
}

/** A name that an order can take: one word. */
export function orderName({ name, login }: Pick<Person, "name" | "login">): string {
  return /\s/u.test(name) ? login || name.replaceAll(/\s/gu, "") : name;
}

/** Whether somebody answers to a name, however it is written. */
export function isCalled(person: Pick<Person, "name" | "login">, name: string): boolean {
  return namesOf(person).includes(plain(name));
}

/** Whether a name that somebody answers to begins so. */
export function isBegun(person: Pick<Person, "name" | "login">, query: string): boolean {
  return namesOf(person).some((name) => name.startsWith(plain(query)));
}

/** Everything that somebody answers to. */
function namesOf(person: Pick<Person, "name" | "login">): string[] {
  return [person.name, person.login, orderName(person)].map(plain).filter((name) => name !== "");
}

function plain(name: string): string {
  return name.replace(/^@/u, "").toLowerCase();
}
