import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  title: string;
  /** What this is good for. */
  about?: string;
  picture?: ReactNode;
  /** "h1" where this is all that the page has to say. */
  heading?: "h1" | "h2";
  /** The first step. */
  children?: ReactNode;
  /** Another way, in one line below. */
  aside?: ReactNode;
}

export function EmptyState({ title, about, picture, heading: Heading = "h2", children, aside }: EmptyStateProps) {
  return (
    <div className={classes["empty"]}>
      {picture}
      <Heading className={classes["title"]}>{title}</Heading>
      {about && <p className={classes["about"]}>{about}</p>}
      {children && <div className={classes["actions"]}>{children}</div>}
      {aside && <p className={classes["aside"]}>{aside}</p>}
    </div>
  );
}
