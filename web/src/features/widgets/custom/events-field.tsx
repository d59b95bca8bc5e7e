import { changeSettings, type FormProps } from "../editor/form-props";
import { ToggleField } from "../fields/toggle-field";
import { asList } from "../settings/read-setting";

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
      isLocked={form.isLocked}
      onChange={(isOn) => set(name, isOn)}
    />
  ));
}
