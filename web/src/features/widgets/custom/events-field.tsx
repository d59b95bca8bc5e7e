import { asList } from "../../../ui/fields/read-setting";
import { ToggleField } from "../../../ui/fields/toggle-field";
import { changeSettings, type FormProps } from "../editor/form-props";
import { MAY_NOT_MANAGE } from "../widget-labels";

const EVENTS = [
  { name: "activity", label: "Follows, subs, gifts, tips and raids", about: 'greenroom.on("activity", …)' },
  { name: "chat", label: "Chat messages", about: 'greenroom.on("message", …)' },
] as const;

/** Switches for the events that the code of a custom widget receives. */
export function EventsField({ form }: { form: FormProps }) {
  const chosen = asList(form.draft.settings["events"]);
  const set = (name: string, isOn: boolean) => {
    const others = chosen.filter((one) => one !== name);
    changeSettings(form, { events: isOn ? [...others, name] : others });
  };
  return EVENTS.map(({ name, label, about }) => (
    <ToggleField
      key={name}
      label={label}
      about={about}
      value={chosen.includes(name)}
      lockedBecause={form.isLocked ? MAY_NOT_MANAGE : undefined}
      onChange={(isOn) => set(name, isOn)}
    />
  ));
}
