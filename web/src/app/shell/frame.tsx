import { ActionIcon } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { LiveBanner } from "../../live/live-banner";
import { BrandLink } from "../../ui/page/brand";
import classes from "./frame.module.css";
import { PaletteButton } from "./palette-button";
import { UserMenu } from "./user-menu";

interface FrameProps {
  area: "home" | "channel" | "admin";
  isCollapsed?: boolean;
  sidebar?: ReactNode;
  /** Beside the menu button in the header on phones. */
  mobileHead?: ReactNode;
  onOpenMenu?: () => void;
  /** Beside the user menu. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Header, sidebar and the outlet of the screen. */
export function Frame({ area, isCollapsed = false, sidebar, mobileHead, onOpenMenu, tools, children }: FrameProps) {
  return (
    <div className={classes["frame"]} data-area={area} data-collapsed={isCollapsed || undefined}>
      <header className={classes["header"]}>
        {onOpenMenu && (
          <div className={classes["mobile"]}>
            <ActionIcon aria-label="Open menu" onClick={onOpenMenu}>
              <IconMenu2 size={20} stroke={1.6} />
            </ActionIcon>
            {mobileHead}
          </div>
        )}
        <div className={classes["brand"]}>
          <BrandLink />
        </div>
        <PaletteButton />
        <div className={classes["right"]}>
          {tools}
          <UserMenu />
        </div>
      </header>
      {sidebar && <div className={classes["side"]}>{sidebar}</div>}
      <main className={classes["main"]}>
        <LiveBanner className={classes["band"] ?? ""} />
        {children}
      </main>
    </div>
  );
}
