import { newCommand } from "../../ui/command/new-command";
import { type Asker, askedBy } from "../../ui/preview/caller";
import type { Entry, Template, TemplateCommand, TemplateDraft } from "./template-types";

export const TITLE_LIMIT = 100;
export const DESCRIPTION_LIMIT = 500;
export const MOST_COMMANDS = 100;

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

/** The commands that something is wrong with, by their place. */
export function troubledPlaces(commands: readonly unknown[], fields: readonly string[]): number[] {
  return commands.flatMap((_, place) => (fields.some((field) => isAbout(field, place)) ? [place] : []));
}

function isAbout(field: string, place: number): boolean {
  return field === `commands.${place}` || field.startsWith(`commands.${place}.`);
}

/** An answer as if this person had just asked for it. */
export function trialOf(command: TemplateCommand, place: number, asker: Asker) {
  return {
    text: command.responses[place]?.text ?? "",
    kind: "command" as const,
    response_type: command.response_type,
    providers: command.providers,
    ...askedBy(asker),
    command_name: command.cmds[0] ?? "",
  };
}
