import { clsx } from "clsx";
import type { ComponentProps } from "react";
import classes from "./panel.module.css";

interface PanelProps extends ComponentProps<"section"> {
  padded?: boolean;
}

/** Raised surface; never nested. */
export function Panel({ padded = false, className, ...rest }: PanelProps) {
  return <section className={clsx(classes["panel"], className)} data-padded={padded || undefined} {...rest} />;
}
