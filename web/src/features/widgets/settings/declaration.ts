/** How a setting is edited; `name` is its name in the API. */
export type Field = { name: string; about?: string } & (
  | { kind: "platforms" | "activityKinds" | "queue"; label: string }
  | { kind: "switch" | "wholeNumber" | "dollars" | "duration" | "colour" | "moment"; label: string }
  | { kind: "number"; label: string; unit: string; unitName: string; max: number }
  | { kind: "slider"; label: string; unit: string; min: number; max: number; step?: number }
  | { kind: "line"; label: string; placeholder?: string; maxLength: number }
  | { kind: "tags"; label: string; placeholder: string }
  | { kind: "code"; label: string; maxLength: number; rows?: number }
  | { kind: "template"; label: string; maxLength: number }
  | { kind: "choice"; label: string; options: readonly Option[] }
  | { kind: "events" | "rules" | "customFields" }
);

export interface Option {
  value: string | number;
  label: string;
}

export interface Section {
  title: string;
  about: string;
  fields: readonly Field[];
  /** Whether the section is folded until the user opens it. */
  isAdvanced?: boolean;
}

/** Returns the sections unchanged; the compiler checks that every field names a setting of `Settings`. */
export function sectionsOf<Settings>(
  sections: readonly (Omit<Section, "fields"> & { fields: readonly (Field & { name: keyof Settings & string })[] })[],
): readonly Section[] {
  return sections;
}

export const PLATFORMS = { name: "providers", kind: "platforms", label: "Platforms" } as const;
export const KINDS = { name: "kinds", kind: "activityKinds", label: "Events" } as const;
export const TEXT_SIZE = {
  name: "text_size",
  kind: "slider",
  label: "Text size",
  unit: "px",
  min: 8,
  max: 200,
} as const;
export const BACKGROUND = {
  name: "background_percent",
  kind: "slider",
  label: "Background",
  unit: "%",
  min: 0,
  max: 100,
} as const;
export const TITLE = { name: "title", kind: "line", label: "Title", maxLength: 100 } as const;
