import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  title: string;
  /** What this is good for. */
  about?: string;
  picture?: ReactNode;
  /** The first step. */
  children?: ReactNode;
}

export function EmptyState({ title, about, picture, children }: EmptyStateProps) {
  return (
    <div className={classes["empty"]}>
      {picture}
      <h2 className={classes["title"]}>{title}</h2>
      {about && <p className={classes["about"]}>{about}</p>}
      {children && <div className={classes["actions"]}>{children}</div>}
    </div>
  );
}
