interface ShortcutRow {
  readonly keys: readonly string[];
  readonly action: string;
  /** The browser handles these keys: the screen has no handler for them. */
  readonly isNative?: true;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly rows: readonly ShortcutRow[];
}

/** All keyboard shortcuts. Key handlers name their keys by `KeyOf`, so that an unlisted key is a type error. */
export const SHORTCUTS = {
  everywhere: {
    title: "Everywhere",
    rows: [
      { keys: ["mod+K"], action: "Find a screen, viewer or action" },
      { keys: ["mod+Z"], action: "Undo the last moderation action" },
      { keys: ["?"], action: "Show keyboard shortcuts" },
    ],
  },
  chat: {
    title: "Chat",
    rows: [
      { keys: ["ArrowUp", "ArrowDown"], action: "Select a message" },
      { keys: ["Enter"], action: "Open the viewer card" },
      { keys: ["r"], action: "Reply" },
      { keys: ["Tab"], action: "Go to the message actions", isNative: true },
      { keys: ["Home"], action: "Jump to the oldest loaded message" },
      { keys: ["End", "Escape"], action: "Jump to latest" },
    ],
  },
  composer: {
    title: "Message field",
    rows: [
      { keys: ["Enter"], action: "Send" },
      { keys: ["shift+Enter"], action: "Send to all platforms" },
      { keys: ["ArrowUp", "ArrowDown"], action: "Bring back a sent message" },
      { keys: ["Escape"], action: "Cancel the reply" },
    ],
  },
  viewer: {
    title: "Viewer card",
    rows: [
      { keys: ["1", "2", "3", "4", "5"], action: "Time out, from the shortest to the longest" },
      { keys: ["b"], action: "Ban" },
      { keys: ["Escape"], action: "Close the card" },
    ],
  },
  activity: {
    title: "Activity feed",
    rows: [
      { keys: ["ArrowUp", "ArrowDown"], action: "Select an activity" },
      { keys: ["Enter"], action: "Open the viewer card" },
      { keys: ["a"], action: "Mark as seen or as new" },
      { keys: ["r"], action: "Replay the alert" },
      { keys: ["Home", "End"], action: "Select the newest or oldest loaded" },
      { keys: ["Escape"], action: "Select none" },
    ],
  },
  editor: { title: "Editors", rows: [{ keys: ["mod+S"], action: "Save" }] },
  queue: { title: "Viewer queue", rows: [{ keys: ["n"], action: "Call the next viewers" }] },
  giveaway: { title: "Giveaways", rows: [{ keys: ["r"], action: "Redraw" }] },
} as const satisfies Record<string, ShortcutGroup>;

export type ShortcutArea = keyof typeof SHORTCUTS;

type RowOf<Area extends ShortcutArea> = (typeof SHORTCUTS)[Area]["rows"][number];

/** The keys that need a handler in an area; another key is a type error. */
export type KeyOf<Area extends ShortcutArea> = Exclude<RowOf<Area>, { isNative: true }>["keys"][number];

/** The areas of the screen of a path, without `everywhere` and `editor`. */
export function areasOf(pathname: string): ShortcutArea[] {
  const screen = /^(?:\/popout)?\/channels\/[^/]+\/?([^/]*)/.exec(pathname)?.[1];
  if (screen === "") return ["chat", "composer", "viewer", "activity"];
  if (screen === "chat") return ["chat", "composer", "viewer"];
  if (screen === "activity-feed") return ["activity"];
  if (screen === "queues") return ["queue"];
  if (screen === "giveaways") return ["giveaway"];
  return [];
}

const CAPS: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };
const SPOKEN: Record<string, string> = { ArrowUp: "Arrow up", ArrowDown: "Arrow down", "?": "Question mark" };

/** The keys to press together, as printed on the keyboard: "Ctrl" and "K". */
export function capsOf(key: string, isMac: boolean): string[] {
  return keyParts(key).map((part) => {
    if (part === "mod") return isMac ? "⌘" : "Ctrl";
    if (part === "shift") return "Shift";
    return CAPS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
}

/** The keys as a screen reader says them: "Control K". */
export function spokenKey(key: string, isMac: boolean): string {
  const names: Record<string, string> = { ...SPOKEN, mod: isMac ? "Command" : "Control", shift: "Shift" };
  return keyParts(key)
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" ");
}

function keyParts(key: string): string[] {
  return key.split("+");
}
