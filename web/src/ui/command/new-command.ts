import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type CommandResponse = Required<Schemas["Response"]>;
export type Pattern = Required<Schemas["Pattern"]>;

/** The editable fields of a command. */
export interface CommandDraft extends Omit<Schemas["CommandIn"], "responses" | "patterns"> {
  responses: CommandResponse[];
  patterns: Pattern[];
}

export const NEW_RESPONSE: CommandResponse = { text: "", providers: [], weight: 1 };

/** A new command with the server's defaults. */
export function newCommand(): CommandDraft {
  return {
    cmds: [],
    patterns: [],
    description: "",
    responses: [NEW_RESPONSE],
    pick: "random",
    response_type: "say",
    access_level: 0,
    providers: [],
    global_cooldown: 5,
    chatter_cooldown: 15,
    mods_skip_cooldown: true,
    cost: 0,
    active_mode: "always",
    group: "",
    enabled: true,
    public: true,
  };
}

/** Splits names at spaces, because a command is one word, and drops repeats. */
export function splitNames(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => value.split(/\s+/)).filter((name) => name !== ""))];
}

/** Puts the prefix before each name; null without names, or if one does not begin with a letter or digit. */
export function withPrefix(names: readonly string[], prefix: string): string[] | null {
  const arePlain = names.length > 0 && names.every((name) => /^[\p{L}\p{N}]/u.test(name));
  return arePlain ? names.map((name) => prefix + name) : null;
}
