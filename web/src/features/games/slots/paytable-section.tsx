import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { GroupedField } from "../../../ui/fields/grouped-field";
import type { SettingsSection } from "../../../ui/fields/setting-field";
import type { FormProps } from "../editor/form-props";
import { Section } from "../editor/section";
import type { PaytableLine, SlotsSettings } from "../game-types";
import classes from "../games.module.css";
import { ANY } from "../odds/odds";
import { changeReel } from "./symbol-places";

const MAX_LINES = 30;
const MAX_MULTIPLIER = 10_000;

export function PaytableSection({ form, section }: { form: FormProps<SlotsSettings>; section: SettingsSection }) {
  const { draft, change, errorOf, isLocked } = form;
  const { symbols, paytable } = draft;
  const first = symbols[0]?.symbol ?? ANY;
  const set = (index: number, part: Partial<PaytableLine>) =>
    change({ paytable: paytable.map((line, at) => (at === index ? { ...line, ...part } : line)) });
  return (
    <Section
      title={section.title}
      about={section.about}
      tools={
        !isLocked &&
        paytable.length < MAX_LINES && (
          <button
            type="button"
            className={classes["quiet"]}
            onClick={() => change({ paytable: [...paytable, { symbols: [first, ANY, ANY], multiplier: 1 }] })}
          >
            <IconPlus size={14} aria-hidden="true" />
            Add combination
          </button>
        )
      }
    >
      <ul className={classes["paytable"]}>
        {paytable.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids
          <li key={index}>
            {line.symbols.map((symbol, reel) => (
              <NativeSelect
                // biome-ignore lint/suspicious/noArrayIndexKey: the three symbols of a line have no ids
                key={reel}
                aria-label={`Combination ${index + 1}, symbol ${reel + 1}`}
                value={symbol}
                disabled={isLocked}
                error={reel === 0 && errorOf(`paytable.${index}.symbols`)}
                data={[...symbols.map((each) => each.symbol), { value: ANY, label: "any" }]}
                onChange={(event) => set(index, { symbols: changeReel(draft, line, reel, event.currentTarget.value) })}
              />
            ))}
            <GroupedField
              label={`Combination ${index + 1} pays`}
              isLabelHidden
              value={line.multiplier}
              onChange={(multiplier) => set(index, { multiplier })}
              min={0.01}
              max={MAX_MULTIPLIER}
              decimals={2}
              suffix=" ×"
              error={errorOf(`paytable.${index}.multiplier`)}
              isLocked={isLocked}
            />
            {!isLocked && paytable.length > 1 && (
              <ActionIcon
                aria-label={`Remove combination ${index + 1}`}
                onClick={() => change({ paytable: paytable.filter((_, at) => at !== index) })}
              >
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {errorOf("paytable") && <p className="small red mt-6">The paytable {errorOf("paytable")}</p>}
    </Section>
  );
}
