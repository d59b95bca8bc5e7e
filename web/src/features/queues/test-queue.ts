import type { Entry, Queue, QueueEntries } from "./queue-types";

export const START = "2030-01-02T20:00:00Z";

export function queue(overrides: Partial<Queue> = {}): Queue {
  return {
    id: "q1",
    name: "Viewer races",
    description: "",
    is_open: true,
    max_size: 0,
    max_per_viewer: 1,
    subs_first: false,
    pick: "first",
    group_size: 1,
    rejoin: "at_once",
    rejoin_minutes: 30,
    name_label: "",
    is_name_required: false,
    answer_seconds: 60,
    announces: true,
    call_message: "$(names), it is your turn in $(queue)!",
    cost: 0,
    is_public: false,
    round: 0,
    session_started_at: START,
    counts: { waiting: 0, called: 0, playing: 0, finished: 0 },
    revision: 1,
    created_at: START,
    created_by: "JunoPlays",
    updated_at: START,
    updated_by: "JunoPlays",
    ...overrides,
  };
}

export function entry(id: string, overrides: Partial<Entry> = {}): Entry {
  return {
    id,
    provider: "twitch",
    viewer_id: id,
    login: id,
    name: id,
    avatar_url: "",
    is_subscriber: false,
    state: "waiting",
    place: `1800000000${id}`,
    game_name: "",
    note: "",
    played: 0,
    paid: 0,
    round: null,
    joined_at: START,
    called_at: null,
    answered_at: null,
    started_at: null,
    finished_at: null,
    ...overrides,
  };
}

export function entries(records: Entry[], overrides: Partial<Queue> = {}): QueueEntries {
  return { queue: queue(overrides), records };
}
