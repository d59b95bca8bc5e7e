import { type Conflicts, isSelectedForImport } from "../../../ui/import/conflicts";
import type { TemplateRow } from "../template-types";

/** What is to be taken from a template, and what happens where a name is taken. */
export interface Plan {
  ticked: ReadonlySet<string>;
  /** For all that has no wish of its own. */
  policy: Conflicts;
  own: ReadonlyMap<string, Conflicts>;
}

/** Everything that a channel can have. */
export function startPlan(rows: readonly TemplateRow[]): Plan {
  const possible = rows.filter(({ problems }) => problems.length === 0);
  return { ticked: new Set(possible.map(({ key }) => key)), policy: "skip", own: new Map() };
}

export function conflictsFor({ policy, own }: Plan, key: string): Conflicts {
  return own.get(key) ?? policy;
}

export function toggle(plan: Plan, key: string): Plan {
  const ticked = new Set(plan.ticked);
  if (!ticked.delete(key)) ticked.add(key);
  return { ...plan, ticked };
}

/** All of those that are possible, or none when all are ticked already. */
export function toggleAll(plan: Plan, rows: readonly TemplateRow[]): Plan {
  const all = startPlan(rows).ticked;
  return { ...plan, ticked: isAll(plan, rows) ? new Set() : all };
}

export function isAll({ ticked }: Plan, rows: readonly TemplateRow[]): boolean {
  return [...startPlan(rows).ticked].every((key) => ticked.has(key));
}

/** A choice for all takes back what was chosen for one. */
export function withPolicy(plan: Plan, policy: Conflicts): Plan {
  return { ...plan, policy, own: new Map() };
}

export function withOwn(plan: Plan, key: string, conflicts: Conflicts): Plan {
  return { ...plan, own: new Map(plan.own).set(key, conflicts) };
}

/** What is sent: in the order of the template, without what would be left out anyway. */
export function choicesOf(plan: Plan, rows: readonly TemplateRow[]): { key: string; conflicts: Conflicts }[] {
  return rows
    .filter(({ key, clashes, problems }) =>
      isSelectedForImport({
        isTicked: plan.ticked.has(key),
        problems,
        isNameTaken: clashes.length > 0,
        conflicts: conflictsFor(plan, key),
      }),
    )
    .map(({ key }) => ({ key, conflicts: conflictsFor(plan, key) }));
}
