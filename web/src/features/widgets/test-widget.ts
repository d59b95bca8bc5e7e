import type { Schemas, Widget, WidgetType } from "./widget-types";

const CHAT: Schemas["ChatWidget"] = {
  providers: [],
  hides_commands: true,
  hides_bots: true,
  hidden_viewers: [],
  min_level: 0,
  disappear_after_seconds: 45,
  max_lines: 30,
  style: "bubbles",
  name_colour: "viewer",
  text_size: 32,
  background_percent: 86,
  has_badges: true,
  has_platform_icon: true,
  has_notices: true,
};

export function widget(overrides: Partial<Widget> = {}): Widget {
  return {
    id: "0192aaaa-0000-7000-8000-000000000001",
    name: "Chat, bottom left",
    type: "chat",
    enabled: true,
    settings: CHAT,
    css: "",
    key_end: "w9_Q",
    rotated_at: "2030-01-02T20:00:00Z",
    sources: 0,
    revision: 1,
    created_at: "2030-01-02T20:00:00Z",
    created_by: "JunoPlays",
    updated_at: "2030-01-02T20:00:00Z",
    updated_by: "JunoPlays",
    ...overrides,
  };
}

export function widgetType(overrides: Partial<WidgetType> = {}): WidgetType {
  return {
    name: "chat",
    label: "Chat",
    width: 720,
    height: 720,
    defaults: {},
    classes: ["chat", "chat-line"],
    tests: ["message", "deleted"],
    ...overrides,
  };
}
