import { type Shortcut, ShortcutsDialog } from "../../ui/dialogs/shortcuts-dialog";

const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["↑", "↓"], action: "Select an activity", name: "Arrow keys" },
  { keys: ["Enter"], action: "Open the viewer card", name: "Enter" },
  { keys: ["A"], action: "Mark as seen or as new", name: "A" },
  { keys: ["R"], action: "Replay the alert", name: "R" },
  { keys: ["Home", "End"], action: "Select the newest or oldest loaded", name: "Home or End" },
  { keys: ["Esc"], action: "Select none", name: "Escape" },
  { keys: ["?"], action: "Show this help", name: "Question mark" },
];

export function KeyboardShortcuts({ onClose }: { onClose: () => void }) {
  return <ShortcutsDialog shortcuts={SHORTCUTS} onClose={onClose} />;
}
