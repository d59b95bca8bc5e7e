import { ActionIcon, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { formatNumber } from "../../../lib/locale";
import { GroupedField } from "../../../ui/fields/grouped-field";
import type { SettingsSection } from "../../../ui/fields/setting-field";
import type { FormProps } from "../editor/form-props";
import { Section } from "../editor/section";
import type { SlotSymbol, SlotsSettings } from "../game-types";
import classes from "../games.module.css";
import { addSymbol, changeSymbol, removeSymbol } from "./symbol-places";

const MAX_SYMBOLS = 12;
const MAX_WEIGHT = 1_000;
const MAX_LENGTH = 20;

export function SymbolsSection({ form, section }: { form: FormProps<SlotsSettings>; section: SettingsSection }) {
  const { draft, change, errorOf, isLocked } = form;
  const { symbols } = draft;
  const total = symbols.reduce((sum, { weight }) => sum + (weight > 0 ? weight : 0), 0);
  return (
    <Section
      title={section.title}
      about={section.about}
      tools={
        !isLocked &&
        symbols.length < MAX_SYMBOLS && (
          <button type="button" className={classes["quiet"]} onClick={() => change(addSymbol(draft))}>
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
              onChange={(part) => change(changeSymbol(draft, index, part))}
              onRemove={() => change(removeSymbol(draft, index))}
            />
          </li>
        ))}
      </ul>
      {errorOf("symbols") && <p className="small red mt-6">Symbols {errorOf("symbols")}</p>}
    </Section>
  );
}

interface SymbolFieldsProps {
  symbol: SlotSymbol;
  index: number;
  /** Sum of all weights. */
  total: number;
  form: FormProps<SlotsSettings>;
  onChange: (part: Partial<SlotSymbol>) => void;
  onRemove: () => void;
}

function SymbolFields({ symbol: { symbol, weight }, index, total, form, onChange, onRemove }: SymbolFieldsProps) {
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
        onChange={(event) => onChange({ symbol: event.currentTarget.value.trim() })}
      />
      <GroupedField
        label={`Weight of ${name}`}
        isLabelHidden
        value={weight}
        onChange={(value) => onChange({ weight: value })}
        min={1}
        max={MAX_WEIGHT}
        error={errorOf(`symbols.${index}.weight`)}
        isLocked={isLocked}
      />
      <span className={classes["share"]}>{share(weight, total)}</span>
      {!isLocked && draft.symbols.length > 2 && (
        <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </>
  );
}

function share(weight: number, total: number): string {
  return weight > 0 ? `${formatNumber((100 * weight) / total, { maximumFractionDigits: 1 })} %` : "–";
}
