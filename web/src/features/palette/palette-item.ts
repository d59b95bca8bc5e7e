import type { ReactNode } from "react";

export type PaletteGroup = "Screens" | "Commands" | "Channels" | "Actions";

export interface PaletteItem {
  id: string;
  label: string;
  group: PaletteGroup;
  hint?: string;
  icon?: ReactNode;
  run: () => void;
}

export const GROUPS: readonly PaletteGroup[] = ["Screens", "Commands", "Channels", "Actions"];
