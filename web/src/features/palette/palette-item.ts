import type { ReactNode } from "react";

export type PaletteGroup = "Screens" | "Viewers" | "Commands" | "Channels" | "Actions";

export interface PaletteItem {
  id: string;
  label: string;
  group: PaletteGroup;
  hint?: string;
  /** Other words that find the item. */
  keywords?: string;
  icon?: ReactNode;
  run: () => void;
  /** The item shows something in place of the palette, which must stay mounted. */
  staysOpen?: boolean;
}

export const GROUPS: readonly PaletteGroup[] = ["Screens", "Viewers", "Commands", "Channels", "Actions"];
