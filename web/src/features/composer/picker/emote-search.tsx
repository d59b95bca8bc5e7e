import { IconSearch } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef } from "react";
import { KeyCap } from "../../../ui/key-cap";
import classes from "./emote-picker.module.css";

interface EmoteSearchProps {
  field: RefObject<HTMLInputElement | null>;
  query: string;
  gridId: string;
  activeId: string | undefined;
  /** False on a touch screen, where the focus would open the keyboard over the emotes. */
  takesFocus: boolean;
  onChange: (query: string) => void;
}

const MAX_QUERY_LENGTH = 50;

export function EmoteSearch({ field, query, gridId, activeId, takesFocus, onChange }: EmoteSearchProps) {
  const takesFocusOnOpen = useRef(takesFocus);
  useEffect(() => {
    if (takesFocusOnOpen.current) field.current?.focus();
  }, [field]);
  return (
    <label className={classes["search"]}>
      <IconSearch size={15} aria-hidden="true" />
      <input
        ref={field}
        className={classes["field"]}
        type="text"
        role="combobox"
        aria-label="Search emotes"
        aria-expanded="true"
        aria-haspopup="grid"
        aria-controls={gridId}
        aria-activedescendant={activeId}
        placeholder="Search emotes"
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <KeyCap>:</KeyCap>
    </label>
  );
}
