import { type ReactNode, useId } from "react";
import classes from "./preview.module.css";

interface PreviewProps {
  title: string;
  /** Controls that choose the caller. */
  tools?: ReactNode;
  children: ReactNode;
}

export function Preview({ title, tools, children }: PreviewProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes["bar"]}>
        <h3 id={id} className="medium fw-500">
          {title}
        </h3>
        {tools}
      </div>
      <div className={classes["lines"]}>{children}</div>
    </section>
  );
}
