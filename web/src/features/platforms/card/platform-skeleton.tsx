import { Skeleton, VisuallyHidden } from "@mantine/core";
import { Panel } from "../../../ui/panel";
import classes from "./platform-card.module.css";

export function PlatformSkeleton() {
  return (
    <Panel className={classes["card"] ?? ""} role="status">
      <VisuallyHidden>Loading platforms</VisuallyHidden>
      <div className={classes["skeletonHead"]}>
        <Skeleton width={24} height={24} />
        <div className="column gap-8">
          <Skeleton width={120} height={14} />
          <Skeleton width={220} height={10} />
        </div>
      </div>
      <div className={classes["skeletonFacts"]}>
        <Skeleton width={72} height={32} />
        <Skeleton width={72} height={32} />
        <Skeleton width={72} height={32} />
      </div>
      <div className="line-above pt-16 pb-16">
        <Skeleton width="60%" height={28} />
      </div>
      <div className="line-above pt-16 pb-16">
        <Skeleton width="80%" height={72} />
      </div>
    </Panel>
  );
}
