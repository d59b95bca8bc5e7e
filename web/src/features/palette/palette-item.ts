import type { ReactNode } from "react";

export type PaletteGroup = "Screens" | "Viewers" | "Commands" | "Channels" | "Actions";

export interface PaletteItem {
  id: string;
  label: string;
  group: PaletteGroup;
  hint?: string;
  /** Words that find the item besides its label and hint. */
  keywords?: string;
  icon?: ReactNode;
  run: () => void;
  /** Whether the palette stays open when the item runs. */
  staysOpen?: boolean;
}

export const GROUPS: readonly PaletteGroup[] = ["Screens", "Viewers", "Commands", "Channels", "Actions"];
