import { SettingField, type SettingsForm, type SettingsSection } from "../../../ui/fields/setting-field";
import type { CommonSettings } from "../game-types";
import classes from "../games.module.css";
import { type FormProps, MAY_NOT_MANAGE } from "./form-props";
import { Section } from "./section";

interface LimitsSectionProps {
  channelId: string;
  section: SettingsSection;
  form: FormProps<CommonSettings>;
}

export function LimitsSection({ channelId, section, form }: LimitsSectionProps) {
  const { draft, change, errorOf, isLocked } = form;
  const settings: SettingsForm = {
    channelId,
    settings: { ...draft },
    change,
    errorOf,
    lockedBecause: isLocked ? MAY_NOT_MANAGE : undefined,
    hasInlineSwitches: true,
  };
  const switches = section.fields.filter(({ kind }) => kind === "switch");
  const others = section.fields.filter(({ kind }) => kind !== "switch");
  return (
    <Section title={section.title} about={section.about}>
      <div className={classes["four"]}>
        {others.map((field) => (
          <SettingField key={field.name} field={field} form={settings} />
        ))}
      </div>
      <p className="small muted mt-6">
        Viewers may type a number, <code>all</code>, <code>half</code>, <code>25%</code> or <code>5k</code>. A max bet
        of 0 means no limit.
      </p>
      <div className={classes["switches"]}>
        {switches.map((field) => (
          <SettingField key={field.name} field={field} form={settings} />
        ))}
      </div>
    </Section>
  );
}
