import { VisuallyHidden } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { useLocation } from "react-router";
import { Dialog } from "../dialogs/dialog";
import { KeyCap } from "../key-cap";
import { areasOf, capsOf, SHORTCUTS, type ShortcutArea, type ShortcutGroup, spokenKey } from "./shortcuts";
import classes from "./shortcuts-dialog.module.css";

const AREAS: readonly ShortcutArea[] = Object.keys(SHORTCUTS) as ShortcutArea[];

/** The shortcuts of all screens; the shortcuts of the open screen first. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const first = areasOf(useLocation().pathname);
  const areas = [...first, ...AREAS.filter((area) => !first.includes(area))];
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size={720}>
      <div className={classes["groups"]}>
        {areas.map((area) => (
          <Group key={area} group={SHORTCUTS[area]} />
        ))}
      </div>
    </Dialog>
  );
}

function Group({ group: { title, rows } }: { group: ShortcutGroup }) {
  const isMac = useOs() === "macos";
  return (
    <section className={classes["group"]}>
      <h3>{title}</h3>
      <dl className="mt-4 mb-0 mx-0">
        {rows.map(({ keys, action }) => (
          <div key={action} className={classes["row"]}>
            <dt className={classes["keys"]}>
              <VisuallyHidden>{keys.map((key) => spokenKey(key, isMac)).join(", ")}</VisuallyHidden>
              {keys.flatMap((key) => capsOf(key, isMac).map((cap) => <KeyCap key={`${key} ${cap}`}>{cap}</KeyCap>))}
            </dt>
            <dd className="m-0 muted">{action}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
