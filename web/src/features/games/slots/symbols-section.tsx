import { ActionIcon, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { formatNumber } from "../../../lib/locale";
import type { FormProps } from "../editor/form-props";
import { NumberField } from "../editor/number-field";
import { Section } from "../editor/section";
import type { SlotSymbol, SlotsSettings } from "../game-types";
import classes from "../games.module.css";

const MAX_SYMBOLS = 12;
const MAX_WEIGHT = 1_000;
const MAX_LENGTH = 20;

export function SymbolsSection(form: FormProps<SlotsSettings>) {
  const { draft, change, errorOf, isLocked } = form;
  const { symbols, paytable } = draft;
  const total = symbols.reduce((sum, { weight }) => sum + (weight > 0 ? weight : 0), 0);
  // A renamed symbol is renamed in the paytable too. Its places there are found before the first character is typed,
  // because the text may equal another symbol for a moment.
  const renaming = useRef<{ index: number; places: readonly boolean[][] } | null>(null);
  const findPlaces = (index: number) => {
    const name = symbols[index]?.symbol;
    const isFirst = symbols.findIndex(({ symbol }) => symbol === name) === index;
    const places = paytable.map((line) => line.symbols.map((symbol) => isFirst && symbol === name));
    renaming.current = { index, places };
    return places;
  };
  const set = (index: number, part: Partial<SlotSymbol>) => {
    const { symbol: name } = part;
    const places = renaming.current?.index === index ? renaming.current.places : findPlaces(index);
    change({
      symbols: symbols.map((symbol, at) => (at === index ? { ...symbol, ...part } : symbol)),
      ...(name !== undefined && {
        paytable: paytable.map((line, at) => ({
          ...line,
          symbols: line.symbols.map((symbol, reel) => (places[at]?.[reel] ? name : symbol)),
        })),
      }),
    });
  };
  const remove = (index: number) => {
    renaming.current = null;
    const left = symbols.filter((_, at) => at !== index);
    const isGone = (name: string) => name === symbols[index]?.symbol && !left.some(({ symbol }) => symbol === name);
    change({ symbols: left, paytable: paytable.filter((line) => !line.symbols.some(isGone)) });
  };
  return (
    <Section
      title="Symbols"
      about="Each of the three reels shows one; a higher weight comes up more often."
      tools={
        !isLocked &&
        symbols.length < MAX_SYMBOLS && (
          <button
            type="button"
            className={classes["quiet"]}
            onClick={() => change({ symbols: [...symbols, { symbol: "", weight: 1 }] })}
          >
            <IconPlus size={14} aria-hidden="true" />
            Add symbol
          </button>
        )
      }
    >
      <ul className={classes["symbols"]}>
        {symbols.map((symbol, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the field keeps the focus while its symbol is typed
          <li key={index}>
            <SymbolFields
              symbol={symbol}
              index={index}
              total={total}
              form={form}
              onFocus={() => findPlaces(index)}
              onChange={(part) => set(index, part)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      {errorOf("symbols") && <p className={classes["problem"]}>Symbols {errorOf("symbols")}</p>}
    </Section>
  );
}

interface SymbolFieldsProps {
  symbol: SlotSymbol;
  index: number;
  /** Sum of all weights. */
  total: number;
  form: FormProps<SlotsSettings>;
  /** Called when the field of the symbol gets the focus. */
  onFocus: () => void;
  onChange: (part: Partial<SlotSymbol>) => void;
  onRemove: () => void;
}

function SymbolFields({ symbol: { symbol, weight }, index, total, form, ...on }: SymbolFieldsProps) {
  const { draft, errorOf, isLocked } = form;
  const name = symbol || `symbol ${index + 1}`;
  return (
    <>
      <TextInput
        aria-label={`Symbol ${index + 1}`}
        value={symbol}
        maxLength={MAX_LENGTH}
        disabled={isLocked}
        error={errorOf(`symbols.${index}.symbol`)}
        onFocus={on.onFocus}
        onChange={(event) => on.onChange({ symbol: event.currentTarget.value.trim() })}
      />
      <NumberField
        label={`Weight of ${name}`}
        isLabelHidden
        value={weight}
        onChange={(value) => on.onChange({ weight: value })}
        min={1}
        max={MAX_WEIGHT}
        error={errorOf(`symbols.${index}.weight`)}
        isLocked={isLocked}
      />
      <span className={classes["share"]}>{share(weight, total)}</span>
      {!isLocked && draft.symbols.length > 2 && (
        <ActionIcon aria-label={`Remove ${name}`} onClick={on.onRemove}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </>
  );
}

function share(weight: number, total: number): string {
  return weight > 0 ? `${formatNumber((100 * weight) / total, { maximumFractionDigits: 1 })} %` : "–";
}
