import classes from "./key-cap.module.css";

/** A reminder beside a control; what the control does stands in its own name. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span className={classes["key"]} aria-hidden="true">
      {children}
    </span>
  );
}
