import type { MenuItem } from "../menu/menu-items";
import { missingReason, SLASH_COMMANDS, type SlashCommandHelp } from "./command-list";
import { chatsFor, type SlashTargets } from "./slash-targets";

/** Menu entries of the commands that start with the query, without a command that is typed in full. */
export function slashCommandItems(query: string, where: SlashTargets): MenuItem[] {
  const needle = query.toLowerCase();
  return SLASH_COMMANDS.filter(
    ({ name, isSecondary }) => name !== needle && name.startsWith(needle) && (needle !== "" || !isSecondary),
  ).map((help) => itemOf(help, where));
}

function itemOf(help: SlashCommandHelp, where: SlashTargets): MenuItem {
  const { name, usage, about, isForChats, capability } = help;
  const plain: MenuItem = { id: `action-${name}`, label: usage, hint: about, insert: `/${name}` };
  if (!isForChats || !capability) return plain;
  const found = chatsFor(name, where);
  if ("problem" in found) return { ...plain, hint: found.problem, isDisabled: true };
  const chats = where.targets.map(({ id, platform, connection, label }) => ({
    id,
    provider: platform.provider,
    label,
    reason: missingReason(help, platform, connection),
  }));
  return { ...plain, chats };
}
