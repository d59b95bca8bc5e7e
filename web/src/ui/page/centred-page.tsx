import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Panel } from "../panel";
import classes from "./centred-page.module.css";

interface CentredPageProps {
  children: ReactNode;
  footer?: ReactNode;
  className?: string;
}

/** A page without the shell: one panel in the middle of the screen. */
export function CentredPage({ children, footer, className }: CentredPageProps) {
  return (
    <main className={clsx(classes["page"], className)} data-glow>
      <Panel className={classes["panel"]}>{children}</Panel>
      {footer}
    </main>
  );
}
