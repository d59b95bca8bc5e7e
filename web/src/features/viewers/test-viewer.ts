import type { Viewer } from "./viewers.queries";

export const account = {
  provider: "twitch",
  provider_viewer_id: "77",
  login: "kestrel_",
  name: "kestrel_",
  colour: "#ffffff",
  avatar_url: "",
  level: 2,
  role: "VIP",
  is_bot: false,
  last_seen_at: "2026-03-04T12:00:00Z",
  message_count: 4118,
};

export const viewer: Viewer = {
  ...account,
  first_seen_at: "2025-07-14T12:00:00Z",
  former_names: ["kes"],
  is_broadcaster: false,
  is_moderator: false,
  is_vip: true,
  is_subscriber: false,
  sub_months: 0,
  sent_out: null,
  connections: [{ id: "t", name: "junoplays" }],
  accounts: [],
  notes: [],
};
