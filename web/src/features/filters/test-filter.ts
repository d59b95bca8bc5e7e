import type { FilterContents } from "./editor/use-filter-sheet";
import type { Filter, FilterDraft, FilterHit, FilterTypeInfo } from "./filter-types";

export function draft(overrides: Partial<FilterContents> = {}): FilterContents {
  return {
    name: "Caps",
    type: "caps",
    enabled: true,
    mode: "on",
    providers: [],
    exempt_level: 7,
    exempt_viewers: [],
    ladder: [{ action: "warn" }, { action: "timeout", seconds: 60 }],
    message: "",
    strike_seconds: 3_600,
    settings: { min_length: 20, percent: 60 },
    rows: [],
    ...overrides,
  };
}

export function filter(id: string, overrides: Partial<FilterDraft> & { hits_today?: number } = {}): Filter {
  const { rows: _rows, ...fields } = draft(overrides);
  const saved = { id, summary: "60% or more, from 20 letters", hits_today: 0, created_at: "2025-03-04T12:00:00Z" };
  // The cast is safe: tests that set a type also set its settings.
  return {
    ...fields,
    ...saved,
    revision: 1,
    updated_at: saved.created_at,
    hits_today: overrides.hits_today ?? 0,
  } as Filter;
}

export function filterType(overrides: Partial<FilterTypeInfo> = {}): FilterTypeInfo {
  return {
    type: "banned_terms",
    title: "Banned terms",
    tag: "Banned terms",
    description: "Words, phrases and patterns that aren't allowed.",
    rule: "Messages that contain one of these terms.",
    icon: "ban",
    fields: [{ kind: "editor", name: "terms", label: "Terms", help: "", editor: "terms" }],
    defaults: {},
    settings_schema: {},
    ...overrides,
  };
}

export function filterHit(id: string, overrides: Partial<FilterHit> = {}): FilterHit {
  return {
    id,
    filter_id: "f1",
    connection_id: "p1",
    provider: "twitch",
    message_id: `m${id}`,
    provider_viewer_id: "7",
    viewer_name: "grimbly_77",
    text: "FREE skins here",
    reason: "contains free skins",
    spans: [{ start: 0, end: 10 }],
    step: { action: "warn", seconds: null },
    is_shadow: false,
    created_at: "2025-03-04T21:38:00Z",
    ...overrides,
  };
}
