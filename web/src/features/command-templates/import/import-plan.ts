import { isSelectedForImport, type Resolution } from "../../../ui/import/conflicts";
import type { TemplateRow } from "../template-types";

/** The selected commands of a template, and how name conflicts are resolved. */
export interface ImportPlan {
  selected: ReadonlySet<string>;
  /** Resolution for the commands without an entry in `choices`. */
  policy: Resolution;
  choices: ReadonlyMap<string, Resolution>;
}

/** Selects every valid command. */
export function startPlan(rows: readonly TemplateRow[]): ImportPlan {
  const possible = rows.filter(({ problems }) => problems.length === 0);
  return { selected: new Set(possible.map(({ key }) => key)), policy: "skip", choices: new Map() };
}

export function resolutionFor({ policy, choices }: ImportPlan, key: string): Resolution {
  return choices.get(key) ?? policy;
}

export function toggle(plan: ImportPlan, key: string): ImportPlan {
  const selected = new Set(plan.selected);
  if (!selected.delete(key)) selected.add(key);
  return { ...plan, selected };
}

/** Selects all valid commands, or none if all are selected. */
export function toggleAll(plan: ImportPlan, rows: readonly TemplateRow[]): ImportPlan {
  const all = startPlan(rows).selected;
  return { ...plan, selected: isAllSelected(plan, rows) ? new Set() : all };
}

export function isAllSelected({ selected }: ImportPlan, rows: readonly TemplateRow[]): boolean {
  return [...startPlan(rows).selected].every((key) => selected.has(key));
}

/** Sets the policy, and removes the choices for single commands. */
export function withPolicy(plan: ImportPlan, policy: Resolution): ImportPlan {
  return { ...plan, policy, choices: new Map() };
}

export function withChoice(plan: ImportPlan, key: string, conflicts: Resolution): ImportPlan {
  return { ...plan, choices: new Map(plan.choices).set(key, conflicts) };
}

/** The commands to import, for the request; in the order of the template. */
export function rowsToImport(plan: ImportPlan, rows: readonly TemplateRow[]): { key: string; conflicts: Resolution }[] {
  return rows
    .filter(({ key, clashes, problems }) =>
      isSelectedForImport({
        isSelected: plan.selected.has(key),
        problems,
        isNameTaken: clashes.length > 0,
        conflicts: resolutionFor(plan, key),
      }),
    )
    .map(({ key }) => ({ key, conflicts: resolutionFor(plan, key) }));
}
