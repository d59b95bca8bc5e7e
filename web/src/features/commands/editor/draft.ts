import { ApiError } from "../../../api/errors";
import type { CommandDraft, Pattern } from "../../../ui/command/new-command";
import type { Command, CommandBody } from "../command-types";

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

/** A copy needs a name of its own; its patterns would answer together with those of the first. */
export function copyOf(command: Command): CommandDraft {
  return { ...draftOf(command), cmds: [`${command.cmds[0] ?? "!command"}2`], patterns: [] };
}

export function bodyOf(draft: CommandDraft): CommandBody {
  return {
    ...draft,
    description: draft.description.trim(),
    group: draft.group.trim(),
    patterns: draft.patterns.filter(isMeant),
  };
}

/** A line that was opened and left empty was never meant. */
function isMeant({ text }: Pattern): boolean {
  return text.trim() !== "";
}

/** A refusal with the places of its lines as they stand in the draft: those left empty were not sent. */
export function withDraftPositions(error: unknown, draft: CommandDraft): unknown {
  if (!(error instanceof ApiError)) return error;
  const places = draft.patterns.flatMap((pattern, index) => (isMeant(pattern) ? [index] : []));
  const { status, type, message } = error;
  const errors = error.errors.map(({ field, message: words }) => ({
    field: field.replace(/^patterns\.(\d+)/, (_, sent: string) => `patterns.${places[Number(sent)] ?? sent}`),
    message: words,
  }));
  return new ApiError(status, { type, message, errors });
}
