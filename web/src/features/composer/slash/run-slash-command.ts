import { canDeleteOn } from "../../../api/capabilities";
import { messageOf } from "../../../api/errors";
import type { ChannelProvider, Platform } from "../../../api/types";
import { asPerson, viewerSearchQuery } from "../composer.queries";
import { hasName, keyOf } from "../menu/menu-items";
import type { Person } from "../person";
import { runInChats, warn } from "./chat-commands";
import type { ChatCommand, SlashCommand } from "./slash-commands";
import type { SlashContext } from "./slash-context";
import { chatsFor, type SlashTargets } from "./slash-targets";

type TextCommand = Extract<SlashCommand, { action: "me" | "announce" }>;
type UserCommand = Exclude<SlashCommand, ChatCommand | TextCommand>;
type WithoutChat = Extract<UserCommand, { action: "permit" | "card" }>;

/** Runs the command; resolves to an error text or null. Rejects if a mutation fails, which shows its own toast. */
export async function runSlashCommand(
  command: Exclude<SlashCommand, TextCommand>,
  picked: Person | null,
  where: SlashTargets,
  context: SlashContext,
): Promise<string | null> {
  if (isChatCommand(command)) return runInChats(withLogin(command, picked, where, context), where, context);
  let candidates = findByName(command.name, picked, context.people());
  if (candidates.length === 0) {
    const found = await search(command.name, context).catch((error: unknown) => messageOf(error));
    if (typeof found === "string") return found;
    candidates = findByName(command.name, null, found);
  }
  const [person] = candidates;
  if (!person) return `User ${command.name} not found`;
  if (candidates.length > 1) {
    context.onAmbiguous();
    return `${candidates.length} users are called ${command.name}: select one from the list`;
  }
  if (isWithoutChat(command)) {
    await runWithoutChat(command, person, context);
    return null;
  }
  return runForPerson(command, person, context);
}

async function runForPerson(
  command: Exclude<UserCommand, WithoutChat>,
  person: Person,
  context: SlashContext,
): Promise<string | null> {
  const connection = connectionOf(person, context.providers);
  if ("problem" in connection) return connection.problem;
  if ((command.action === "delete" || command.action === "reply") && !person.message_id) {
    return `No recent message from ${person.name}`;
  }
  if (command.action === "warn") return warn(command, person, connection, context);
  await runInChat(command, person, connection.id, context);
  return null;
}

async function search(name: string, { client, channelId }: SlashContext): Promise<Person[]> {
  const { records } = await client.fetchQuery(viewerSearchQuery(channelId, name));
  return records.map(asPerson);
}

function runInChat(
  command: Exclude<UserCommand, WithoutChat | { action: "warn" }>,
  person: Person,
  connectionId: string,
  { moderate, unban, remove, onReply, platforms }: SlashContext,
): Promise<unknown> {
  const inChat = { provider: person.provider, connectionId, viewerId: person.id };
  switch (command.action) {
    case "timeout":
      return moderate({ ...inChat, name: person.name, seconds: command.seconds, reason: command.reason });
    case "unban":
      return unban(inChat);
    case "delete":
      return remove({
        ...inChat,
        messageId: person.message_id ?? "",
        isHiding: isHiddenOnly(person.provider, platforms),
      });
    case "reply":
      return onReply({ connection_id: connectionId, message_id: person.message_id ?? "" }, command.text);
    case "ban":
      return moderate({ ...inChat, name: person.name, reason: command.reason });
  }
}

async function runWithoutChat({ action }: WithoutChat, { provider, id, name }: Person, context: SlashContext) {
  if (action === "card") return context.onOpenViewer(provider, id);
  return context.permit({ provider, viewerId: id, name });
}

function isHiddenOnly(key: string, platforms: readonly Platform[]): boolean {
  const platform = platforms.find(({ provider }) => provider === key);
  return platform !== undefined && !canDeleteOn(platform).isSupported;
}

function isWithoutChat(command: UserCommand): command is WithoutChat {
  return command.action === "permit" || command.action === "card";
}

function isChatCommand(command: SlashCommand): command is ChatCommand {
  return !("text" in command) && (!("name" in command) || command.action === "modes");
}

/** Replaces the name after /raid or /shoutout by a login, if one recent chatter of the target platforms has the name. */
function withLogin(
  command: ChatCommand,
  picked: Person | null,
  where: SlashTargets,
  { people }: SlashContext,
): ChatCommand {
  if (!("channel" in command)) return command;
  const found = chatsFor(command.action, where);
  const platforms = "chats" in found ? found.chats.map(({ platform }) => platform.provider) : [];
  const isThere = (person: Person) => platforms.includes(person.provider);
  if (picked && hasName(picked, command.channel) && !isThere(picked)) return command;
  const [person, another] = findByName(command.channel, picked, people().filter(isThere));
  return person?.login && !another ? { ...command, channel: person.login } : command;
}

/** All viewers with the name, or only the viewer picked from the menu if that viewer has the name. */
export function findByName(name: string, picked: Person | null, people: readonly Person[]): Person[] {
  const all = [...new Map(people.map((person) => [keyOf(person), person])).values()];
  const matching = all.filter((person) => hasName(person, name));
  if (!picked || !hasName(picked, name)) return matching;
  return [matching.find((person) => keyOf(person) === keyOf(picked)) ?? picked];
}

/** The connection that a viewer wrote in last, else the only connection to the platform, else a problem. */
export function connectionOf(
  person: Person,
  providers: readonly ChannelProvider[],
): ChannelProvider | { problem: string } {
  const connections = providers.filter(({ provider }) => provider === person.provider);
  const [first] = connections;
  const last = connections.find(({ id }) => id === person.connection_id);
  if (last) return last;
  if (!first) return { problem: `${person.name}'s platform is no longer connected` };
  if (connections.length === 1) return first;
  return { problem: `Use /card to select the chat to moderate ${person.name} in` };
}
