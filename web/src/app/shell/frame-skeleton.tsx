import { Skeleton } from "@mantine/core";
import { BrandLink } from "../../ui/page/brand";
import { ScreenSkeleton } from "../../ui/page/screen-skeleton";
import { useCollapsed } from "../sidebar/sidebar-state";
import classes from "./frame.module.css";

/** Skeleton of the shell while the user or the channel loads. */
export function FrameSkeleton({ area }: { area: "home" | "channel" | "admin" }) {
  const [isCollapsed] = useCollapsed();
  const hasSidebar = area !== "home";
  return (
    <div className={classes["frame"]} data-area={area} data-collapsed={(hasSidebar && isCollapsed) || undefined}>
      <header className={classes["header"]}>
        <div className={classes["brand"]}>
          <BrandLink />
        </div>
        <Skeleton visibleFrom="md" width={264} height={28} radius={6} />
        <div className={classes["right"]}>
          <Skeleton circle width={28} height={28} />
        </div>
      </header>
      {hasSidebar && (
        <div className={classes["side"]}>
          {area === "channel" && <Skeleton height={48} mb={12} radius={8} />}
          <Skeleton height={32} radius={6} />
        </div>
      )}
      <main className={classes["main"]}>
        <ScreenSkeleton />
      </main>
    </div>
  );
}
