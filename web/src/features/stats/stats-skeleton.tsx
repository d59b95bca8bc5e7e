import { Skeleton, VisuallyHidden } from "@mantine/core";
import { Panel } from "../../ui/panel";

export function StatsSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading stats</VisuallyHidden>
      <Panel padded aria-hidden="true">
        <Skeleton height={48} />
      </Panel>
      <Panel padded aria-hidden="true">
        <Skeleton height={300} />
      </Panel>
      <Panel padded aria-hidden="true">
        <Skeleton height={240} />
      </Panel>
    </>
  );
}
