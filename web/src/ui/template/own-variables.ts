import type { Variable } from "../../api/variables";

/** A variable that exists only in one text field; `shows` is an example of its value. */
export interface OwnVariable {
  name: string;
  summary: string;
  shows: string;
}

/** The field's own variables, then the shared variables except those with the name of an own variable. */
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

/** Example values for a preview, by the name of the variable. */
export function exampleValues(own: readonly OwnVariable[]): Record<string, string> {
  return Object.fromEntries(own.map(({ name, shows }) => [name, shows]));
}
