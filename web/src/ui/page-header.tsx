import type { ReactNode } from "react";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  /** One line about the screen. */
  about?: string;
  count?: number | undefined;
  /** Level of the heading: 2 for a section of a screen. */
  level?: 1 | 2;
  /** Search and buttons; the primary one last. */
  children?: ReactNode;
}

export function PageHeader({ title, about, count, level = 1, children }: PageHeaderProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <header className="row p-8 wrap mih-48 row-gap-8 column-gap-12">
      <div className={classes["text"]}>
        <Heading>{title}</Heading>
        {count !== undefined && <span className={classes["count"]}>{count}</span>}
        {about && <p className="small muted">{about}</p>}
      </div>
      {children && <div className="row gap-8 wrap">{children}</div>}
    </header>
  );
}
