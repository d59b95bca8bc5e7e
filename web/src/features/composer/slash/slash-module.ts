import { runSlashCommand } from "./run-slash-command";
import { findSlashCommand, parseSlashCommand } from "./slash-commands";
import { slashCommandItems } from "./slash-items";
import { chatsFor } from "./slash-targets";

/** The functions of slash commands that the composer loads on demand. */
export const slashModule = { findSlashCommand, parseSlashCommand, slashCommandItems, chatsFor, runSlashCommand };

export type SlashModule = typeof slashModule;
