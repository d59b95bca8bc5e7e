import type { PreviewBody, Variable } from "../../../api/variables";
import type { Schemas } from "../game-types";

export type MessageVariable = Schemas["MessageVariable"];

/** The variables of a game's messages: its own first, then those that only show something. */
export function messageVariables(
  title: string,
  own: readonly MessageVariable[],
  all: readonly Variable[] | undefined,
): Variable[] {
  const names = new Set(own.map(({ name }) => name));
  const shared = (all ?? []).filter(({ name, has_side_effect }) => !has_side_effect && !names.has(name));
  return [...own.map((variable) => described(title, variable)), ...shared];
}

function described(title: string, { name, summary, shows }: MessageVariable): Variable {
  return {
    name,
    summary,
    shows,
    aliases: [],
    group: title,
    example: `$(${name})`,
    takes: "nothing",
    providers: null,
    needs_caller: true,
    has_side_effect: false,
    cost: "none",
    least_level: 0,
  };
}

/** Preview of a message with example values. */
export function previewOf(text: string, own: readonly MessageVariable[]): PreviewBody {
  return {
    text,
    kind: "game",
    response_type: "say",
    providers: [],
    level: 0,
    viewer_name: "Juno",
    arguments: "100",
    command_name: "",
    values: Object.fromEntries(own.map(({ name, shows }) => [name, shows])),
  };
}

/** With the channel's own name of points as the example. */
export function withPointsName(own: readonly MessageVariable[], name: string): MessageVariable[] {
  return own.map((variable) => (variable.name === "pointsname" ? { ...variable, shows: name } : variable));
}
