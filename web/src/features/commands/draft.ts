import type { Answer, Command, CommandBody, CommandDraft } from "./command-types";

export const NEW_ANSWER: Answer = { text: "", providers: [], weight: 1 };

/** What can be changed about a command, without what the server adds. */
export function draftOf(command: Command): CommandDraft {
  return {
    cmds: command.cmds,
    patterns: command.patterns.map(({ kind, text }) => ({ kind, text })),
    description: command.description,
    responses: command.responses.map(({ text, providers, weight }) => ({ text, providers, weight })),
    pick: command.pick,
    response_type: command.response_type,
    access_level: command.access_level,
    providers: command.providers,
    global_cooldown: command.global_cooldown,
    chatter_cooldown: command.chatter_cooldown,
    mods_skip_cooldown: command.mods_skip_cooldown,
    active_mode: command.active_mode,
    group: command.group,
    enabled: command.enabled,
    public: command.public,
  };
}

/** As the server would fill in what is left out; a reply shows best who was answered. */
export function newDraft(): CommandDraft {
  return {
    cmds: [],
    patterns: [],
    description: "",
    responses: [NEW_ANSWER],
    pick: "first",
    response_type: "reply",
    access_level: 0,
    providers: [],
    global_cooldown: 5,
    chatter_cooldown: 15,
    mods_skip_cooldown: true,
    active_mode: "always",
    group: "",
    enabled: true,
    public: true,
  };
}

/** A copy needs a name of its own; its patterns would answer together with those of the first. */
export function copyOf(command: Command): CommandDraft {
  return { ...draftOf(command), cmds: [`${command.cmds[0] ?? "!command"}2`], patterns: [] };
}

export function bodyOf(draft: CommandDraft): CommandBody {
  return {
    ...draft,
    description: draft.description.trim(),
    group: draft.group.trim(),
    // A line that was opened and left empty was never meant.
    patterns: draft.patterns.filter(({ text }) => text.trim() !== ""),
  };
}

/** The names with what was typed: a command is one word, so spaces part two of them. */
export function asNames(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => value.split(/\s+/)).filter((name) => name !== ""))];
}
