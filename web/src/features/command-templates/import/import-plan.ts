import { isSelectedForImport, type Resolution } from "../../../ui/import/conflicts";
import type { TemplateRow } from "../template-types";

/** Selected commands of a template and the conflict policy. */
export interface Plan {
  selected: ReadonlySet<string>;
  /** Policy for commands without an entry in `choices`. */
  policy: Resolution;
  choices: ReadonlyMap<string, Resolution>;
}

/** Selects every valid command. */
export function startPlan(rows: readonly TemplateRow[]): Plan {
  const possible = rows.filter(({ problems }) => problems.length === 0);
  return { selected: new Set(possible.map(({ key }) => key)), policy: "skip", choices: new Map() };
}

export function conflictsFor({ policy, choices }: Plan, key: string): Resolution {
  return choices.get(key) ?? policy;
}

export function toggle(plan: Plan, key: string): Plan {
  const selected = new Set(plan.selected);
  if (!selected.delete(key)) selected.add(key);
  return { ...plan, selected };
}

/** Selects all valid commands, or none if all are selected. */
export function toggleAll(plan: Plan, rows: readonly TemplateRow[]): Plan {
  const all = startPlan(rows).selected;
  return { ...plan, selected: isAllSelected(plan, rows) ? new Set() : all };
}

export function isAllSelected({ selected }: Plan, rows: readonly TemplateRow[]): boolean {
  return [...startPlan(rows).selected].every((key) => selected.has(key));
}

/** A policy for all overrides single choices. */
export function withPolicy(plan: Plan, policy: Resolution): Plan {
  return { ...plan, policy, choices: new Map() };
}

export function withChoice(plan: Plan, key: string, conflicts: Resolution): Plan {
  return { ...plan, choices: new Map(plan.choices).set(key, conflicts) };
}

/** Request body in the order of the template, without skipped commands. */
export function choicesOf(plan: Plan, rows: readonly TemplateRow[]): { key: string; conflicts: Resolution }[] {
  return rows
    .filter(({ key, clashes, problems }) =>
      isSelectedForImport({
        isSelected: plan.selected.has(key),
        problems,
        isNameTaken: clashes.length > 0,
        conflicts: conflictsFor(plan, key),
      }),
    )
    .map(({ key }) => ({ key, conflicts: conflictsFor(plan, key) }));
}
