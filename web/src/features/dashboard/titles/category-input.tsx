import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { messageOf } from "../../../api/errors";
import type { ChannelProvider } from "../../../api/types";
import { type Category, useCategories } from "./stream-info.queries";

interface CategoryInputProps {
  channelId: string;
  provider: ChannelProvider;
  platformName: string;
  problem: string | undefined;
  /** Called with undefined for the current category, and with null for a text that was typed but not chosen. */
  onChange: (category: Category | null | undefined) => void;
}

/** Field that searches the platform's categories; the user must choose one of the results. */
export function CategoryInput({ channelId, provider, platformName, problem, onChange }: CategoryInputProps) {
  const combobox = useCombobox();
  const current = provider.category ?? "";
  const [text, setText] = useState(current);
  const [query] = useDebouncedValue(text.trim(), 300);
  const isTyped = query !== "" && query !== current;
  const found = useCategories(channelId, provider.id, isTyped ? query : "");
  const type = (value: string) => {
    setText(value);
    onChange(value.trim() === current ? undefined : null);
    combobox.openDropdown();
  };
  const choose = (id: string) => {
    const category = found.data?.records.find((one) => one.id === id);
    if (!category) return;
    setText(category.name);
    onChange(category);
    combobox.closeDropdown();
  };
  const note = found.error ? messageOf(found.error) : found.data?.detail || noneFound(found.data?.records.length);
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={`Category on ${platformName}`}
          value={text}
          error={problem}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isTyped || found.isLoading}>
        <Combobox.Options>
          {found.data?.records.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name}
            </Combobox.Option>
          ))}
          {note && <Combobox.Empty>{note}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function noneFound(count: number | undefined): string {
  return count === 0 ? "Nothing found" : "";
}
