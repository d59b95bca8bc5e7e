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
      <div className={classes["head"]}>
        <div>
          <h3 id={id} className={isDanger ? classes["danger"] : undefined}>
            {title}
          </h3>
          {about && <p className={classes["about"]}>{about}</p>}
        </div>
        {action}
      </div>
      {isSpaced ? <div className={classes["fields"]}>{children}</div> : children}
    </section>
  );
}
