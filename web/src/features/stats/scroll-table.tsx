import type { ReactNode } from "react";
import classes from "./table.module.css";

/** A table in an area that scrolls if the table is too wide or too long. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reachable with the keyboard
    <section className={classes["scroll"]} aria-label={label} tabIndex={0}>
      <table className={classes["table"]}>{children}</table>
    </section>
  );
}
