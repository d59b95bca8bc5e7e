import type { Variable } from "../../api/variables";

export function variable(name: string, overrides: Partial<Variable> = {}): Variable {
  return {
    name,
    aliases: [],
    group: "Words",
    summary: `Shows ${name}`,
    example: `$(${name})`,
    shows: "",
    takes: "nothing",
    providers: null,
    needs_caller: false,
    has_side_effect: false,
    cost: "none",
    least_level: 0,
    ...overrides,
  };
}
