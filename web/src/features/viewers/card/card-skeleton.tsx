import { Skeleton, VisuallyHidden } from "@mantine/core";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import classes from "../viewer-card.module.css";

export function CardSkeleton() {
  return (
    <div className={classes["body"]}>
      <VisuallyHidden role="status">Loading viewer card</VisuallyHidden>
      <div className={classes["head"]} aria-hidden="true">
        <Skeleton width={48} height={48} radius={24} />
        <div className={classes["text"]}>
          <Skeleton width="55%" height={14} mb={8} />
          <Skeleton width="40%" height={10} />
        </div>
      </div>
      <Skeleton height={70} mt={24} mb={24} />
      <SkeletonRows count={3} label="Loading details" />
    </div>
  );
}
