import type { PreviewBody, Variable } from "../../../api/variables";
import { exampleValues, withOwnVariables } from "../../../ui/template/own-variables";
import type { Schemas } from "../game-types";

export type MessageVariable = Schemas["MessageVariable"];

/** Variables for a game's messages: first those of the game, then shared variables without side effects. */
export function messageVariables(
  title: string,
  own: readonly MessageVariable[],
  all: readonly Variable[] | undefined,
): Variable[] {
  const shared = (all ?? []).filter(({ has_side_effect }) => !has_side_effect);
  return withOwnVariables(title, own, shared);
}

/** Request for a preview of a message, with example values. */
export function previewBody(text: string, own: readonly MessageVariable[]): PreviewBody {
  return {
    text,
    kind: "game",
    response_type: "say",
    providers: [],
    level: 0,
    viewer_name: "Juno",
    arguments: "100",
    command_name: "",
    values: exampleValues(own),
  };
}

/** The game's variables, with the channel's name for points as the example of `$(pointsname)`. */
export function withPointsName(own: readonly MessageVariable[], name: string): MessageVariable[] {
  return own.map((variable) => (variable.name === "pointsname" ? { ...variable, shows: name } : variable));
}
