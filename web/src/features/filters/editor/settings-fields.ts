import type { FilterSettings, FilterType } from "../filter-types";

interface FieldLabels {
  name: string;
  label: string;
  help?: string;
}

export type SettingField =
  | (FieldLabels & { kind: "number"; unit: string })
  | (FieldLabels & { kind: "switch" })
  | (FieldLabels & { kind: "choice"; options: readonly { value: string; label: string }[] })
  | (FieldLabels & { kind: "tags"; placeholder: string });

const ALLOWED: SettingField = {
  kind: "tags",
  name: "allowed",
  label: "Allowlist",
  placeholder: "Add domain",
  help: "clips.example, *.clips.example or tunic.wiki/*",
};
const SPELLED_OUT: SettingField = { kind: "switch", name: "spelled_out", label: "Detect “name dot com”" };

function maximum(label: string, name = "max", unit = "", help?: string): SettingField {
  return { kind: "number", name, label, unit, ...(help && { help }) };
}

function minLength(unit: string): SettingField {
  return { kind: "number", name: "min_length", label: "Minimum length", unit, help: "Ignore shorter messages" };
}

function share(label: string): SettingField {
  return { kind: "number", name: "percent", label, unit: "% or more" };
}

const WITHIN: SettingField = { kind: "number", name: "seconds", label: "Within", unit: "seconds" };

/** Fields of each type in display order; terms have their own editor. */
export const SETTINGS: Record<FilterType, readonly SettingField[]> = {
  banned_terms: [
    { kind: "switch", name: "whole_words", label: "Whole words only" },
    { kind: "switch", name: "lookalikes", label: "Detect look-alike characters" },
  ],
  link: [
    ALLOWED,
    SPELLED_OUT,
    {
      kind: "tags",
      name: "blocked",
      label: "Blocklist",
      placeholder: "Add domain",
      help: "Overrides the allowlist",
    },
    {
      kind: "choice",
      name: "catches",
      label: "Other links",
      options: [
        { value: "all", label: "Block" },
        { value: "blocked", label: "Allow" },
      ],
    },
    { kind: "number", name: "permit_seconds", label: "Permit duration", unit: "seconds" },
  ],
  first_message_link: [ALLOWED, SPELLED_OUT],
  caps: [minLength("letters"), share("Capital letters")],
  emote: [maximum("Max emotes", "max", "", "Includes emoji")],
  symbol: [maximum("Max symbols", "max", "", "Emoji don't count")],
  repetition: [
    WITHIN,
    { kind: "number", name: "times", label: "Max repeats", unit: "" },
    minLength("characters"),
    { kind: "switch", name: "near_same", label: "Match similar messages" },
  ],
  flood: [maximum("Max messages", "messages", "per user"), WITHIN],
  raid_similarity: [
    {
      kind: "number",
      name: "accounts",
      label: "Minimum accounts",
      unit: "accounts",
      help: "Hits start with this account",
    },
    WITHIN,
    minLength("letters"),
    {
      kind: "number",
      name: "min_collapsed_length",
      label: "Ignore repeated letters from",
      unit: "letters",
      help: "Shorter texts must be written the same: “hypeee” isn't “hype”",
    },
  ],
  mention: [maximum("Max mentions")],
  paragraph: [maximum("Max length", "max", "characters")],
  zalgo: [maximum("Max marks per letter", "max_marks", "", "Vietnamese needs two")],
  non_latin: [minLength("letters"), share("Non-Latin letters")],
};

// The settings are a union over all types, and fields are looked up by name.
function valueAt(settings: FilterSettings, name: string): unknown {
  return Object.entries(settings).find(([key]) => key === name)?.[1];
}

export function numberAt(settings: FilterSettings, name: string): number {
  const value = valueAt(settings, name);
  return typeof value === "number" ? value : Number.NaN;
}

export function switchAt(settings: FilterSettings, name: string): boolean {
  return valueAt(settings, name) === true;
}

export function textAt(settings: FilterSettings, name: string): string {
  const value = valueAt(settings, name);
  return typeof value === "string" ? value : "";
}

export function tagsAt(settings: FilterSettings, name: string): string[] {
  const value = valueAt(settings, name);
  return Array.isArray(value) ? value.map(String) : [];
}
