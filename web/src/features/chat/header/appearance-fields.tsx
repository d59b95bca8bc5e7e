import { Segments } from "../../../ui/buttons/segments";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { FONT_SIZES, useChatAppearance } from "../chat-appearance";

const SWITCHES = [
  ["hasTimes", "Timestamps"],
  ["hasBadges", "Badges"],
  ["showsRemoved", "Show deleted messages"],
  ["hidesBots", "Hide bots"],
  ["pausesUnderPointer", "Pause on hover"],
] as const;
const SIZES = FONT_SIZES.map((size) => ({ value: String(size), label: String(size) }));

/** Chat appearance, saved in the user's settings for all channels and browsers. */
export function AppearanceFields() {
  const [appearance, change] = useChatAppearance();
  return (
    <>
      <div className="row gap-16 between">
        <span aria-hidden="true">Text size</span>
        <Segments
          label="Text size"
          value={String(appearance.fontSize)}
          options={SIZES}
          onChange={(value) => {
            const fontSize = FONT_SIZES.find((size) => String(size) === value);
            if (fontSize) change({ fontSize });
          }}
        />
      </div>
      {SWITCHES.map(([name, label]) => (
        <LabelledSwitch key={name} label={label} checked={appearance[name]} onChange={(on) => change({ [name]: on })} />
      ))}
    </>
  );
}
