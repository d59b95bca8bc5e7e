import type { ChannelProvider } from "./types";

/** A connected platform, for tests. */
export function provider(id: string, overrides: Partial<ChannelProvider> = {}): ChannelProvider {
  return {
    id,
    revision: 1,
    channel_id: "c1",
    provider: "twitch",
    provider_channel_id: "48291",
    provider_channel_name: "junipervale",
    display_name: "JuniperVale",
    avatar_url: "",
    live_stream_id: null,
    is_live: false,
    live_since: null,
    title: null,
    category: null,
    scope_needed: false,
    missing_scopes: [],
    can_chat: true,
    can_moderate: true,
    bot_provider: null,
    connection: { state: "connected", detail: "", since: "2025-03-04T12:00:00Z" },
    health: {
      viewers: null,
      lag_ms: null,
      lag_history: [],
      messages_per_minute: 0,
      last_event_at: null,
      allowance: null,
    },
    connected_by: "Juniper",
    connected_at: "2025-03-04T12:00:00Z",
    proof_code: null,
    channel_url: null,
    dashboard_url: null,
    edit_url: null,
    watch_url: null,
    embed_url: null,
    chat_embed_url: null,
    ...overrides,
  };
}
