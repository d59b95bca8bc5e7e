import type { ModerationEntry } from "../api/moderation";

export function logEntry(id: string, overrides: Partial<ModerationEntry> = {}): ModerationEntry {
  return {
    id,
    connection_id: "t",
    provider: "twitch",
    provider_viewer_id: "77",
    viewer_name: "kestrel_",
    action: "timeout",
    seconds: 600,
    reason: "",
    actor: { kind: "user", name: "Juniper" },
    message_id: "",
    message_text: "",
    detail: "",
    outcome: "done",
    created_at: "2026-03-04T12:00:00Z",
    until: "2026-03-04T12:10:00Z",
    can_undo: true,
    undo_until: null,
    undone_at: null,
    undone_by: "",
    undo_of: null,
    ...overrides,
  };
}
