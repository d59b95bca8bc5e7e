import { startOfDay } from "./audit-labels";
import type { AuditRecord } from "./audit-types";

export interface DayGroup {
  day: Date;
  records: AuditRecord[];
}

/** Entries grouped by local day; groups and entries keep their order. */
export function dayGroups(records: readonly AuditRecord[]): DayGroup[] {
  const groups = new Map<number, DayGroup>();
  for (const record of records) {
    const day = startOfDay(new Date(record.created_at));
    const group = groups.get(day) ?? { day: new Date(day), records: [] };
    group.records.push(record);
    groups.set(day, group);
  }
  return [...groups.values()];
}
