import type { components } from "../../api/schema";

/** How a name conflict of an import is resolved. */
export type Resolution = NonNullable<components["schemas"]["ImportRow"]["conflicts"]>;

export const RESOLUTIONS: readonly { value: Resolution; label: string; about: string }[] = [
  { value: "skip", label: "Skip", about: "Keep your existing command" },
  { value: "rename", label: "Rename", about: "Import under a new name" },
  { value: "replace", label: "Replace", about: "Overwrite your existing command" },
];

interface Choice {
  isSelected: boolean;
  problems: readonly string[];
  isNameTaken: boolean;
  conflicts: Resolution;
}

/** Whether the item will be imported: selected, valid and not skipped as a conflict. */
export function isSelectedForImport({ isSelected, problems, isNameTaken, conflicts }: Choice): boolean {
  return isSelected && problems.length === 0 && !(isNameTaken && conflicts === "skip");
}

export function resolutionOf(value: string): Resolution {
  return RESOLUTIONS.find((one) => one.value === value)?.value ?? "skip";
}

export function aboutResolution(resolution: Resolution): string {
  return RESOLUTIONS.find(({ value }) => value === resolution)?.about ?? "";
}
