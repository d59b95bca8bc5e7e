import { useMemo } from "react";
import { useSaveSettings, useSettings } from "../../session/settings";
import { DEFAULT_LAYOUT, type PaneLayout, readLayout } from "./pane-layout";

// In the settings of the user, because it holds for all their channels and computers.
const SETTING = "dashboard_panes";

export function usePaneLayout(): [PaneLayout, (layout: PaneLayout) => void] {
  const stored = useSettings().data?.[SETTING];
  const { mutate } = useSaveSettings();
  const layout = useMemo(() => readLayout(stored), [stored]);
  return [layout, (changed) => mutate({ [SETTING]: changed === DEFAULT_LAYOUT ? null : changed })];
}
