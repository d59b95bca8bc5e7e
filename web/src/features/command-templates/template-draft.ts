import type { Entry, Template, TemplateCommand, TemplateDraft } from "./template-types";

export const TITLE_LIMIT = 100;
export const DESCRIPTION_LIMIT = 500;
export const MOST_COMMANDS = 100;
export const ANSWER_LIMIT = 1_500;
export const LONGEST_COOLDOWN = 86_400;

/** As the server would fill in what is left out. */
export function newCommand(): TemplateCommand {
  return {
    cmds: [],
    patterns: [],
    description: "",
    responses: [{ text: "", providers: [], weight: 1 }],
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

export function newTemplate(): TemplateDraft {
  return { title: "", description: "", commands: [newCommand()] };
}

export function draftOf({ title, description, commands }: Template): TemplateDraft {
  return { title, description, commands: commands.map(commandOf) };
}

/** The server checks every command before it keeps it, so it has the fields of one; a newer one may have more. */
export function commandOf(entry: Entry): TemplateCommand {
  return { ...newCommand(), ...(entry as Partial<TemplateCommand>) };
}

export function bodyOf({ title, description, commands }: TemplateDraft) {
  return { title: title.trim(), description: description.trim(), commands: commands.map((one) => ({ ...one })) };
}

export function nameOf({ cmds }: Pick<TemplateCommand, "cmds">): string {
  return cmds[0] ?? "New command";
}

export function withAnswer(command: TemplateCommand, place: number, text: string): TemplateCommand {
  const responses = command.responses.map((answer, at) => (at === place ? { ...answer, text } : answer));
  return { ...command, responses };
}

/** One word is one name, so spaces part two of them. */
export function asNames(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => value.split(/\s+/)).filter((name) => name !== ""))];
}

/** The commands that something is wrong with, by their place. */
export function troubledPlaces(commands: readonly unknown[], fields: readonly string[]): number[] {
  return commands.flatMap((_, place) => (fields.some((field) => isAbout(field, place)) ? [place] : []));
}

function isAbout(field: string, place: number): boolean {
  return field === `commands.${place}` || field.startsWith(`commands.${place}.`);
}
