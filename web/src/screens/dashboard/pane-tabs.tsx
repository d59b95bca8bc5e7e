import { IconActivity, IconBolt, IconMessages, type TablerIcon } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./dashboard-screen.module.css";
import { PANE_LABELS, type PaneName } from "./pane-layout";

const TABS: readonly { name: PaneName; icon: TablerIcon }[] = [
  { name: "chat", icon: IconMessages },
  { name: "activity", icon: IconActivity },
  { name: "actions", icon: IconBolt },
];

interface PaneTabsProps {
  render: (name: PaneName) => ReactNode;
  /** Content beside the tabs, such as the panic button. */
  children: ReactNode;
}

/** One pane at a time, chosen at the bottom of the screen: for narrow windows and phones. */
export function PaneTabs({ render, children }: PaneTabsProps) {
  const [open, setOpen] = useState<PaneName>("chat");
  return (
    <>
      <div className={classes["pane"]} data-pane={open} data-alone>
        {render(open)}
      </div>
      <nav className={classes["tabs"]} aria-label="Dashboard panes">
        {TABS.map(({ name, icon: Icon }) => (
          <button
            key={name}
            type="button"
            className={classes["tab"]}
            aria-current={name === open ? "true" : undefined}
            onClick={() => setOpen(name)}
          >
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            {PANE_LABELS[name]}
          </button>
        ))}
        {children}
      </nav>
    </>
  );
}
