import { isReadable, usePlatforms } from "../../../api/platforms";
import { KindsField } from "../../../ui/fields/kinds-field";
import { PlatformChips } from "../../../ui/fields/platform-chips";
import { QuantityField } from "../../../ui/fields/quantity-field";
import { SliderField } from "../../../ui/fields/slider-field";
import { DollarsField } from "../../../ui/fields/typed-field";
import type { AlertRule } from "../widget-types";
import classes from "./alerts.module.css";
import type { RuleProps } from "./rule-props";

const MAX_COUNT = 999_999;

/** Fields for the events that the rule applies to: kinds, platforms, amounts and chance. */
export function RuleConditions(props: RuleProps) {
  const { form, rule, index, set } = props;
  const platforms = usePlatforms().filter(isReadable);
  const { isLocked } = form;
  const errorOf = (name: keyof AlertRule) => form.errorOf(`settings.rules.${index}.${name}`);
  return (
    <>
      <KindsField
        label="Events"
        value={rule.kinds}
        error={errorOf("kinds")}
        isLocked={isLocked}
        // Cast: the field offers only kinds.
        onChange={(kinds) => set({ kinds: kinds as AlertRule["kinds"] })}
      />
      <div>
        <span className="medium fw-500 block mb-4">Platforms</span>
        <PlatformChips
          label={`Platforms of ${rule.name}`}
          platforms={platforms}
          chosen={rule.providers}
          onChange={(providers) => set({ providers })}
          chipLabel={({ name }, isOn) => (isOn ? `Shown for ${name}` : `Not shown for ${name}`)}
          error={errorOf("providers")}
          isLocked={isLocked}
        />
      </div>
      <RuleRanges {...props} />
      <SliderField
        label="Chance"
        unit="%"
        min={1}
        max={100}
        value={rule.chance_percent}
        error={errorOf("chance_percent")}
        isLocked={isLocked}
        onChange={(chance_percent) => set({ chance_percent })}
      />
    </>
  );
}

function RuleRanges({ form, rule, index, set }: RuleProps) {
  const { isLocked } = form;
  const errorOf = (name: keyof AlertRule) => form.errorOf(`settings.rules.${index}.${name}`);
  return (
    <div className={classes["pair"]}>
      <DollarsField
        label="Value from"
        value={rule.min_value}
        error={errorOf("min_value")}
        isLocked={isLocked}
        onChange={(min_value) => set({ min_value })}
      />
      <DollarsField
        label="Value up to"
        about="0 means no limit."
        value={rule.max_value}
        error={errorOf("max_value")}
        isLocked={isLocked}
        onChange={(max_value) => set({ max_value })}
      />
      <QuantityField
        label="Number from"
        unit=""
        unitName="subs, Bits or viewers"
        max={MAX_COUNT}
        value={rule.min_count}
        error={errorOf("min_count")}
        isLocked={isLocked}
        onChange={(min_count) => set({ min_count })}
      />
      <QuantityField
        label="Number up to"
        unit=""
        unitName="subs, Bits or viewers"
        max={MAX_COUNT}
        value={rule.max_count}
        error={errorOf("max_count")}
        isLocked={isLocked}
        onChange={(max_count) => set({ max_count })}
      />
    </div>
  );
}
