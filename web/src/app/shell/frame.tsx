import { ActionIcon } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { loadScreen } from "../../lib/reload-guard";
import { LiveBanner } from "../../live/live-banner";
import { useCurrentUser } from "../../session/current-user";
import { BrandLink } from "../../ui/page/brand";
import classes from "./frame.module.css";
import { PaletteButton } from "./palette-button";
import { UserMenu } from "./user-menu";

const NoticeBanners = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/notices/notice-banners")).NoticeBanners })),
);

interface FrameProps {
  area: "home" | "channel" | "admin";
  isCollapsed?: boolean;
  sidebar?: ReactNode;
  /** Content beside the menu button in the header on phones. */
  mobileHead?: ReactNode;
  onOpenMenu?: () => void;
  /** Content beside the user menu. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Header and sidebar around a screen. */
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
        <div className={classes["bands"]} ref={measureBands}>
          <LiveBanner className={classes["band"] ?? ""} />
          <Notices />
        </div>
        {children}
      </main>
    </div>
  );
}

/** Sets `--bands` to the height of the banners, so that panels of full height end at the lower edge of the window. */
function measureBands(bands: HTMLDivElement) {
  const measure = () => bands.parentElement?.style.setProperty("--bands", `${bands.offsetHeight}px`);
  const observer = new ResizeObserver(measure);
  observer.observe(bands);
  return () => observer.disconnect();
}

/** Notices of the operators; their code is loaded only if there are any. */
function Notices() {
  const notices = useCurrentUser().data?.notices;
  if (!notices?.length) return null;
  return (
    <Suspense>
      <NoticeBanners notices={notices} />
    </Suspense>
  );
}
