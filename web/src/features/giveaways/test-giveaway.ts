import { NEW_GIVEAWAY } from "./editor/draft";
import type { GiveawayDetails } from "./giveaway-types";

export function testGiveaway(changes: Partial<GiveawayDetails> = {}): GiveawayDetails {
  return {
    id: "0190a0b0-0000-7000-8000-000000000001",
    ...NEW_GIVEAWAY,
    title: "Keycap set",
    keyword: "!keycap",
    opens_at: null,
    closes_at: null,
    state: "open",
    opening_problem: "",
    opened_at: "2030-01-02T21:30:00Z",
    closed_at: null,
    drawn_at: null,
    commitment: "60f672fcfe58c779284e4cdf1fba17e0e4b1a56db3c919be17396df29355fec4",
    entries_hash: "",
    seed: null,
    entry_count: 0,
    ticket_count: 0,
    refused_count: 0,
    winner_count: 0,
    revision: 1,
    created_at: "2030-01-02T21:00:00Z",
    created_by: "Juno",
    updated_at: "2030-01-02T21:00:00Z",
    updated_by: "Juno",
    draws: [],
    minutes: [],
    ...changes,
  };
}
