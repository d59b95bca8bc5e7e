import { VisuallyHidden } from "@mantine/core";
import { Dialog } from "../../../ui/dialogs/dialog";
import { KeyCap } from "../../../ui/key-cap";
import classes from "./keyboard-shortcuts.module.css";

const KEYS = [
  { keys: ["↑", "↓"], does: "Choose a line; older ones load by themselves", name: "Arrow keys" },
  { keys: ["Enter"], does: "Open the viewer card of the chosen line", name: "Enter" },
  { keys: ["R"], does: "Reply to the chosen line", name: "R" },
  { keys: ["Tab"], does: "Go to the actions of the chosen line", name: "Tab" },
  { keys: ["Home"], does: "Go to the oldest line that is loaded", name: "Home" },
  { keys: ["End", "Esc"], does: "Go back to the newest line", name: "End or Escape" },
];

/** What the keys do while the list has the focus. */
export function ChatHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Keys in the chat" size={420}>
      <dl className={classes["keys"]}>
        {KEYS.map(({ keys, does, name }) => (
          <div key={name} className={classes["line"]}>
            <dt>
              <VisuallyHidden>{name}</VisuallyHidden>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
