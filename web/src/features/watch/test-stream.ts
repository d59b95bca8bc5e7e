import type { PublicStream, Watch } from "../../api/types";

export function stream(id: string, overrides: Partial<PublicStream> = {}): PublicStream {
  return {
    id,
    revision: 1,
    provider: "twitch",
    provider_channel_id: `id-of-${id}`,
    provider_channel_name: id,
    display_name: id,
    avatar_url: "",
    is_live: false,
    live_since: null,
    title: null,
    category: null,
    viewers: null,
    watch_url: null,
    embed_url: null,
    ...overrides,
  };
}

export function watchOf(...streams: PublicStream[]): Watch {
  return { channel: { id: "c1", display_name: "Night Shift", is_chat_public: true }, streams };
}
