import { type ReactNode, useId } from "react";
import classes from "../games.module.css";

interface SectionProps {
  title: string;
  about: string;
  tools?: ReactNode;
  children: ReactNode;
}

export function Section({ title, about, tools, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes["section"]} aria-labelledby={id}>
      <div className="row gap-8 wrap between">
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      <p className="small muted mt-2 mb-8">{about}</p>
      {children}
    </section>
  );
}
