import { type ReactNode, useId } from "react";
import classes from "./editor-section.module.css";

interface EditorSectionProps {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}

export function EditorSection({ title, about, children }: EditorSectionProps) {
  const id = useId();
  return (
    <section className={classes["section"]} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {about && <p className="small muted mt-2">{about}</p>}
      <div className={classes["fields"]}>{children}</div>
    </section>
  );
}
