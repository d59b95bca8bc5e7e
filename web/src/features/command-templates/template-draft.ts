import { type CommandResponse, NEW_RESPONSE, newCommand } from "../../ui/command/new-command";
import { type Caller, callerParams } from "../../ui/preview/caller";
import type { Entry, Template, TemplateCommand, TemplateDraft } from "./template-types";

export const MAX_TITLE_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 500;
export const MAX_COMMANDS = 100;

export function newTemplate(): TemplateDraft {
  return { title: "", description: "", commands: [newCommand()] };
}

export function draftOf({ title, description, commands }: Template): TemplateDraft {
  return { title, description, commands: commands.map(commandOf) };
}

/** A stored command of a template, whose fields the server has validated, with defaults for missing fields. */
export function commandOf(entry: Entry): TemplateCommand {
  const command = { ...newCommand(), ...(entry as Partial<TemplateCommand>) };
  return { ...command, responses: command.responses.map((response) => ({ ...NEW_RESPONSE, ...response })) };
}

export function bodyOf({ title, description, commands }: TemplateDraft) {
  return { title: title.trim(), description: description.trim(), commands: commands.map((one) => ({ ...one })) };
}

export function nameOf({ cmds }: Pick<TemplateCommand, "cmds">): string {
  return cmds[0] ?? "New command";
}

export function withResponse(command: TemplateCommand, index: number, part: Partial<CommandResponse>): TemplateCommand {
  const responses = command.responses.map((response, at) => (at === index ? { ...response, ...part } : response));
  return { ...command, responses };
}

/** Removes a response; the caller must not remove the only response. */
export function withoutResponse(command: TemplateCommand, index: number): TemplateCommand {
  return { ...command, responses: command.responses.filter((_, at) => at !== index) };
}

/** Indexes of the commands that have errors. */
export function commandsWithErrors(commands: readonly unknown[], fields: readonly string[]): number[] {
  return commands.flatMap((_, index) => (fields.some((field) => belongsTo(field, index)) ? [index] : []));
}

function belongsTo(field: string, index: number): boolean {
  return field === `commands.${index}` || field.startsWith(`commands.${index}.`);
}

/** Request for a preview of one response, as if this caller used the command. */
export function previewRequest(command: TemplateCommand, index: number, caller: Caller) {
  return {
    text: command.responses[index]?.text ?? "",
    kind: "command" as const,
    response_type: command.response_type,
    providers: command.providers,
    ...callerParams(caller),
    command_name: command.cmds[0] ?? "",
  };
}
