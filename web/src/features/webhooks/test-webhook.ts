import type { Delivery, Webhook } from "./webhook-types";

/** A webhook that has never been called. */
export function webhook(overrides: Partial<Webhook> = {}): Webhook {
  return {
    id: "w1",
    name: "Discord relay",
    events: ["activity.follow", "stream.started"],
    enabled: true,
    url_host: "hooks.example.com",
    url_end: "a1b2",
    problem: "",
    problem_at: null,
    last_success_at: null,
    waiting: 0,
    revision: 3,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    updated_by: "mira_edits",
    ...overrides,
  };
}

/** A delivery that arrived. */
export function delivery(overrides: Partial<Delivery> = {}): Delivery {
  return {
    id: "d1",
    event: "activity.follow",
    state: "delivered",
    tries: 1,
    status: 204,
    took_ms: 35,
    problem: "",
    body: '{"type":"activity.follow"}',
    created_at: "2026-01-01T12:00:00Z",
    next_try_at: null,
    ended_at: "2026-01-01T12:00:01Z",
    ...overrides,
  };
}
