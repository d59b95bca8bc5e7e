import { type ReactNode, useId } from "react";
import classes from "./settings.module.css";

interface SettingsSectionProps {
  title: string;
  about?: string | undefined;
  isDanger?: boolean;
  /** Whether there is space between the fields. */
  isSpaced?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({
  title,
  about,
  isDanger = false,
  isSpaced = false,
  action,
  children,
}: SettingsSectionProps) {
  const id = useId();
  return (
    <section className={classes["section"]} aria-labelledby={id}>
      <div className="gap-8 wrap flex between mb-4 align-flex-end">
        <div>
          <h3 id={id} className={isDanger ? "red" : undefined}>
            {title}
          </h3>
          {about && <p className="small muted mt-2">{about}</p>}
        </div>
        {action}
      </div>
      {isSpaced ? <div className="column gap-12 mt-12">{children}</div> : children}
    </section>
  );
}
