import { Skeleton } from "@mantine/core";
import { Panel } from "../panel";
import { SkeletonRows } from "../skeleton-rows";

/** Skeleton of a screen inside the shell. */
export function ScreenSkeleton() {
  return (
    <>
      <div className="row mih-48 px-8">
        <Skeleton width={180} height={16} />
      </div>
      <Panel padded>
        <SkeletonRows count={5} />
      </Panel>
    </>
  );
}
