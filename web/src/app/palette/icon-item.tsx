import type { TablerIcon } from "@tabler/icons-react";
import type { PaletteGroup, PaletteItem } from "../../features/palette/palette-item";

export function iconItem(
  group: PaletteGroup,
  Icon: TablerIcon,
  label: string,
  run: () => void,
  hint = "",
): PaletteItem {
  return { id: `${group}-${hint}-${label}`, group, label, hint, icon: <Icon size={18} stroke={1.6} />, run };
}
