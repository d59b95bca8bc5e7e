import { useMemo } from "react";
import { useSaveSettings, useSettings } from "../../session/settings";
import { DEFAULT_LAYOUT, type PaneLayout, readLayout } from "./pane-layout";

// Stored in the user's settings, because the layout applies to all their channels and computers.
const SETTING = "dashboard_panes";

export function usePaneLayout(): [PaneLayout, (layout: PaneLayout) => void] {
  const stored = useSettings().data?.[SETTING];
  const { mutate } = useSaveSettings();
  const layout = useMemo(() => readLayout(stored), [stored]);
  return [layout, (changed) => mutate({ [SETTING]: changed === DEFAULT_LAYOUT ? null : changed })];
}
