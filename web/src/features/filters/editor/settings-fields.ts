import type { FilterSettings, FilterType } from "../filter-types";

interface Named {
  name: string;
  label: string;
  help?: string;
}

export type SettingField =
  | (Named & { kind: "number"; unit: string })
  | (Named & { kind: "switch" })
  | (Named & { kind: "choice"; options: readonly { value: string; label: string }[] })
  | (Named & { kind: "tags"; placeholder: string });

const ALLOWED: SettingField = {
  kind: "tags",
  name: "allowed",
  label: "Always allowed",
  placeholder: "Add an address",
  help: "clips.example, *.clips.example or tunic.wiki/*",
};
const SPELLED_OUT: SettingField = { kind: "switch", name: "spelled_out", label: "Also catch “name dot com”" };

function upTo(label: string, name = "max", help = "One more is caught."): SettingField {
  return { kind: "number", name, label, unit: "at most", help };
}

function from(help: string): SettingField {
  return { kind: "number", name: "min_length", label: "Only from", unit: "letters", help };
}

function share(label: string): SettingField {
  return { kind: "number", name: "percent", label, unit: "% or more" };
}

const WITHIN: SettingField = { kind: "number", name: "seconds", label: "Within", unit: "seconds" };

/** The fields that each type has, in the order in which they are read. Terms have an editor of their own. */
export const SETTINGS: Record<FilterType, readonly SettingField[]> = {
  banned_terms: [
    { kind: "switch", name: "whole_words", label: "Whole words only" },
    { kind: "switch", name: "lookalikes", label: "See through disguises" },
  ],
  link: [
    ALLOWED,
    SPELLED_OUT,
    {
      kind: "tags",
      name: "blocked",
      label: "Always caught",
      placeholder: "Add an address",
      help: "Wins over what is allowed.",
    },
    {
      kind: "choice",
      name: "catches",
      label: "Everything else",
      options: [
        { value: "all", label: "Is caught" },
        { value: "blocked", label: "Is let through" },
      ],
    },
    { kind: "number", name: "permit_seconds", label: "A permit lasts", unit: "seconds" },
  ],
  first_message_link: [ALLOWED, SPELLED_OUT],
  caps: [from("Shorter messages may shout."), share("Capitals")],
  emote: [upTo("Emotes", "max", "One more is caught. Emoji count.")],
  symbol: [upTo("Signs", "max", "One more is caught. Emoji do not count.")],
  repetition: [
    WITHIN,
    { kind: "number", name: "times", label: "May be said", unit: "times" },
    from("Shorter messages may be repeated."),
    { kind: "switch", name: "near_same", label: "Nearly the same counts too" },
  ],
  flood: [upTo("Messages of one person", "messages"), WITHIN],
  raid_similarity: [
    {
      kind: "number",
      name: "accounts",
      label: "Said by",
      unit: "accounts",
      help: "This one and those after it are caught.",
    },
    WITHIN,
    from("Everybody may greet and cheer at once."),
  ],
  mention: [upTo("Mentions")],
  paragraph: [upTo("Letters")],
  zalgo: [upTo("Marks on one letter", "max_marks", "Vietnamese needs two.")],
  non_latin: [from("Shorter messages are let through."), share("Letters of another script")],
};

// The settings of all types are one union, and a field knows its own by name only: so they are read with care.
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
