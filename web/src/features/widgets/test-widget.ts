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

function slider(name: string, label: string, min: number, max: number) {
  return { kind: "number", look: "slider", name, label, help: "", unit: "px", unit_name: "", min, max } as const;
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
    test_labels: { message: "Message", deleted: "Deleted" },
    about: "Messages of all platforms in one list.",
    sections: [
      {
        title: "Messages",
        about: "What shows up, and for how long.",
        is_advanced: false,
        editor: "",
        fields: [
          { kind: "switch", name: "hides_commands", label: "Hide commands", help: "" },
          {
            kind: "choice",
            name: "min_level",
            label: "Only from",
            help: "",
            choices: [
              { value: 0, label: "Everyone" },
              { value: 7, label: "Moderators and above" },
            ],
          },
          slider("text_size", "Text size", 8, 200),
        ],
      },
      {
        title: "More",
        about: "Hidden viewers and the number of messages.",
        is_advanced: true,
        editor: "",
        fields: [
          {
            kind: "tags",
            name: "hidden_viewers",
            label: "Hidden viewers",
            help: "",
            placeholder: "Add a name",
            max_length: 100,
          },
        ],
      },
    ],
    ...overrides,
  };
}
