import type { Variable } from "../../api/variables";

/** A variable that only one text has, with an example of its value. */
export interface OwnVariable {
  name: string;
  summary: string;
  shows: string;
}

/** The text's own variables first, then the shared variables except those with the same name. */
export function withOwnVariables(group: string, own: readonly OwnVariable[], shared: readonly Variable[]): Variable[] {
  const names = new Set(own.map(({ name }) => name));
  return [...own.map((variable) => toVariable(group, variable)), ...shared.filter(({ name }) => !names.has(name))];
}

function toVariable(group: string, { name, summary, shows }: OwnVariable): Variable {
  return {
    name,
    summary,
    shows,
    aliases: [],
    group,
    example: `$(${name})`,
    takes: "nothing",
    providers: null,
    needs_caller: false,
    has_side_effect: false,
    cost: "none",
    least_level: 0,
  };
}

/** By name of the variable: its example, as the value in a preview. */
export function exampleValues(own: readonly OwnVariable[]): Record<string, string> {
  return Object.fromEntries(own.map(({ name, shows }) => [name, shows]));
}
