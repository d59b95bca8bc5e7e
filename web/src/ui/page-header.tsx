import type { ReactNode } from "react";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  /** One line that says what this screen is for. */
  about?: string;
  count?: number | undefined;
  /** Search and buttons; the primary one last. */
  children?: ReactNode;
}

export function PageHeader({ title, about, count, children }: PageHeaderProps) {
  return (
    <header className={classes["header"]}>
      <div className={classes["words"]}>
        <h1>{title}</h1>
        {count !== undefined && <span className={classes["count"]}>{count}</span>}
        {about && <p className={classes["about"]}>{about}</p>}
      </div>
      {children && <div className={classes["actions"]}>{children}</div>}
    </header>
  );
}
