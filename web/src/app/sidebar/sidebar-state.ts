import { useLocalStorage } from "@mantine/hooks";
import { useSaveSettings, useSettings } from "../../session/settings";

const KEY = "greenroom.sidebar-collapsed";
const SETTING = "sidebar_collapsed";

/** Whether the sidebar is collapsed: this browser's choice, else the user's setting. */
export function useCollapsed(): [boolean, () => void] {
  const [browserChoice, setBrowserChoice] = useLocalStorage<boolean | null>({
    key: KEY,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const userSetting = useSettings().data?.[SETTING] === true;
  const save = useSaveSettings();
  const isCollapsed = browserChoice ?? userSetting;
  const toggle = () => {
    setBrowserChoice(!isCollapsed);
    save.mutate({ [SETTING]: !isCollapsed });
  };
  return [isCollapsed, toggle];
}
