import { type Shortcut, ShortcutsDialog } from "../../../ui/dialogs/shortcuts-dialog";

const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["↑", "↓"], action: "Select a message", name: "Arrow keys" },
  { keys: ["Enter"], action: "Open the viewer card", name: "Enter" },
  { keys: ["R"], action: "Reply", name: "R" },
  { keys: ["Tab"], action: "Go to the message actions", name: "Tab" },
  { keys: ["Home"], action: "Jump to the oldest loaded message", name: "Home" },
  { keys: ["End", "Esc"], action: "Jump to latest", name: "End or Escape" },
  { keys: ["Ctrl", "Z"], action: "Undo the last moderation action (⌘ Z on a Mac)", name: "Control Z" },
];

export function KeyboardShortcuts({ onClose }: { onClose: () => void }) {
  return <ShortcutsDialog shortcuts={SHORTCUTS} onClose={onClose} />;
}
