import { createContext, useContext } from "react";

export interface ShellActions {
  openPalette: () => void;
  openPicker: () => void;
  openSettings: () => void;
  openShortcuts: () => void;
}

export const ShellActionsContext = createContext<ShellActions | null>(null);

export function useShellActions(): ShellActions {
  const actions = useContext(ShellActionsContext);
  if (!actions) throw new Error("useShellActions needs ShellDialogs above it");
  return actions;
}
