import { Skeleton } from "@mantine/core";
import { Panel } from "../panel";
import { SkeletonRows } from "../skeleton-rows";
import classes from "./screen-skeleton.module.css";

/** Skeleton of a screen inside the shell. */
export function ScreenSkeleton() {
  return (
    <>
      <div className={classes["title"]}>
        <Skeleton width={180} height={16} />
      </div>
      <Panel padded>
        <SkeletonRows count={5} />
      </Panel>
    </>
  );
}
