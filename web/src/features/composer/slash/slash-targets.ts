import type { Target } from "../targets/targets";
import { missingReason, NEEDS_EDITOR, SLASH_COMMANDS, type SlashCommandName } from "./command-list";

/** Where a slash command would run, and whether the user may raid. */
export interface SlashTargets {
  /** The selected chats, or all unlocked chats after Shift+Enter. */
  targets: readonly Target[];
  canRaid: boolean;
}

/** The target chats that support a command, and why the others do not; a problem if it cannot run in any. */
export function chatsFor(
  name: SlashCommandName,
  { targets, canRaid }: SlashTargets,
): { chats: Target[]; reasons: string[] } | { problem: string } {
  const help = SLASH_COMMANDS.find((one) => one.name === name);
  if (help?.needsEditor && !canRaid) return { problem: NEEDS_EDITOR };
  if (targets.length === 0) return { problem: "Select at least one platform" };
  const checked = targets.map((target) => ({
    target,
    reason: help ? missingReason(help, target.platform, target.connection) : null,
  }));
  const chats = checked.flatMap(({ target, reason }) => (reason === null ? [target] : []));
  const reasons = [...new Set(checked.flatMap(({ reason }) => reason ?? []))];
  return chats.length > 0 ? { chats, reasons } : { problem: reasons.join(" · ") };
}
