import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  title: string;
  /** One sentence about the feature. */
  about?: ReactNode;
  picture?: ReactNode;
  /** "h1" where the empty state is the whole page. */
  heading?: "h1" | "h2";
  /** The primary action. */
  children?: ReactNode;
  /** A second action in a line below. */
  aside?: ReactNode;
}

export function EmptyState({ title, about, picture, heading: Heading = "h2", children, aside }: EmptyStateProps) {
  return (
    <div className={classes["empty"]}>
      {picture}
      <Heading className={classes["title"]}>{title}</Heading>
      {about && <p className={classes["about"]}>{about}</p>}
      {children && <div className={classes["actions"]}>{children}</div>}
      {aside && <p className="small muted mt-12">{aside}</p>}
    </div>
  );
}
