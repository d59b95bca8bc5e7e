import type { Timer, TimerResult } from "./timers";

export function timer(overrides: Partial<Timer> = {}): Timer {
  return {
    id: "t1",
    name: "Socials",
    messages: [{ text: "Follow us", providers: [], enabled: true }],
    interval_minutes: 30,
    spread_minutes: 0,
    pick: "order",
    active_mode: "always",
    min_chat_messages: 5,
    response_type: "say",
    enabled: true,
    next_run_at: "2030-01-02T20:30:00Z",
    last_run_at: null,
    last_skip: null,
    last_position: null,
    last_results: [],
    is_running: false,
    chat_messages: [],
    revision: 1,
    created_at: "2030-01-02T20:00:00Z",
    created_by: "JunoPlays",
    updated_at: "2030-01-02T20:00:00Z",
    updated_by: "JunoPlays",
    ...overrides,
  };
}

export function result(provider: string, state: TimerResult["state"], detail = ""): TimerResult {
  return { connection_id: provider, provider, state, detail, text: "Follow us" };
}
