import classes from "./key-cap.module.css";

/** Keyboard shortcut beside a control. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span className={classes["key"]} aria-hidden="true">
      {children}
    </span>
  );
}
