import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { FormProps } from "../editor/form-props";
import { NumberField } from "../editor/number-field";
import { Section } from "../editor/section";
import type { PaytableLine, SlotsSettings } from "../game-types";
import classes from "../games.module.css";
import { ANY } from "../odds/odds";
import { changeReel } from "./symbol-places";

const MAX_LINES = 30;
const MAX_MULTIPLIER = 10_000;

export function PaytableSection({ draft, change, errorOf, isLocked }: FormProps<SlotsSettings>) {
  const { symbols, paytable } = draft;
  const first = symbols[0]?.symbol ?? ANY;
  const set = (index: number, part: Partial<PaytableLine>) =>
    change({ paytable: paytable.map((line, at) => (at === index ? { ...line, ...part } : line)) });
  return (
    <Section
      title="Paytable"
      about="Combinations in any order, and how many times the bet they pay. If several fit, the highest counts."
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
            <NumberField
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
