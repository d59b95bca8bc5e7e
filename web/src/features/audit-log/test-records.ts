import type { AuditRecord } from "./audit-types";

/** Log entry of a change of a timer's interval. */
export function auditRecord(overrides: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id: "e1",
    created_at: new Date(2025, 10, 11, 21, 11).toISOString(),
    author: { kind: "person", user_id: "u1", name: "mira_edits", token: "" },
    section: "timers",
    section_title: "Timers",
    item: "Discord invite",
    title: "Discord invite",
    provider: "",
    subject: null,
    note: "",
    action: "changed",
    fields: [{ field: "interval_minutes", old: 20, new: 30 }],
    undo: "possible",
    undo_reason: "",
    undone_at: null,
    undoes: null,
    ...overrides,
  };
}
