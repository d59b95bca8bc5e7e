import { VisuallyHidden } from "@mantine/core";
import { Dialog } from "../../../ui/dialogs/dialog";
import { KeyCap } from "../../../ui/key-cap";
import classes from "./keyboard-shortcuts.module.css";

const SHORTCUTS = [
  { keys: ["↑", "↓"], action: "Select a message", name: "Arrow keys" },
  { keys: ["Enter"], action: "Open the viewer card", name: "Enter" },
  { keys: ["R"], action: "Reply", name: "R" },
  { keys: ["Tab"], action: "Go to the message actions", name: "Tab" },
  { keys: ["Home"], action: "Jump to the oldest loaded message", name: "Home" },
  { keys: ["End", "Esc"], action: "Jump to latest", name: "End or Escape" },
];

export function KeyboardShortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size={420}>
      <dl className={classes["keys"]}>
        {SHORTCUTS.map(({ keys, action, name }) => (
          <div key={name} className={classes["line"]}>
            <dt>
              <VisuallyHidden>{name}</VisuallyHidden>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
