import { ApiError } from "../../../api/errors";
import type { CommandDraft, Pattern } from "../../../ui/command/new-command";
import type { Command, CommandBody } from "../command-types";

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
    cost: command.cost,
    active_mode: command.active_mode,
    group: command.group,
    enabled: command.enabled,
    public: command.public,
  };
}

/** A duplicate with a new name and without keywords, which would trigger both commands. */
export function copyOf(command: Command): CommandDraft {
  return { ...draftOf(command), cmds: [`${command.cmds[0] ?? "!command"}2`], patterns: [] };
}

export function bodyOf(draft: CommandDraft): CommandBody {
  return {
    ...draft,
    description: draft.description.trim(),
    group: draft.group.trim(),
    patterns: draft.patterns.filter(hasText),
  };
}

function hasText({ text }: Pattern): boolean {
  return text.trim() !== "";
}

/** The error with keywords counted as in the draft; the request, and so the server, counts no empty keywords. */
export function withDraftPositions(error: unknown, draft: CommandDraft): unknown {
  if (!(error instanceof ApiError)) return error;
  const positions = draft.patterns.flatMap((pattern, index) => (hasText(pattern) ? [index] : []));
  const { status, type, message } = error;
  const errors = error.errors.map(({ field, message: text }) => ({
    field: field.replace(/^patterns\.(\d+)/, (_, sent: string) => `patterns.${positions[Number(sent)] ?? sent}`),
    message: text,
  }));
  return new ApiError(status, { type, message, errors });
}
