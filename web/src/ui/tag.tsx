import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./tag.module.css";

export type TagTone = "plain" | "ok" | "live" | "attention" | "danger";

/** A short label; the tones `live` and `attention` have a symbol too, because colour alone is not enough. */
export function Tag({ tone = "plain", children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span className={classes["tag"]} data-tone={tone}>
      {tone === "live" && <span className={classes["dot"]} />}
      {tone === "attention" && <IconAlertTriangle size={13} aria-hidden="true" />}
      {children}
    </span>
  );
}
