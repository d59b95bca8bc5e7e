import { Progress, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { formatNumber } from "../../lib/locale";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { useDeletions } from "./channel-settings.queries";

/** Progress of the deletions that the user started. */
export function DeletionsPage() {
  const { data, error, refetch, isFetching } = useDeletions();
  return (
    <>
      <PageTitle>Deleted channels</PageTitle>
      <PageHeader
        title="Deleted channels"
        about="They are gone for everyone already. Their data is deleted step by step; you can leave this page."
      />
      {!data && !error && <SkeletonRows count={2} label="Loading deletions" />}
      {!data && error && <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data?.length === 0 && (
        <EmptyState title="Everything is deleted">
          <Link to="/channels">Your channels</Link>
        </EmptyState>
      )}
      <Stack gap={12}>
        {data?.map((one) => (
          <Deletion key={one.channel_id} name={one.display_name} total={one.total} deleted={one.deleted} />
        ))}
      </Stack>
    </>
  );
}

function Deletion({ name, total, deleted }: { name: string; total: number | null; deleted: number }) {
  const percent = total ? Math.min(100, Math.round((deleted / total) * 100)) : 0;
  return (
    <Panel padded aria-label={name}>
      <Text fw={600}>{name}</Text>
      <Progress my={8} value={percent} aria-label={`Deletion of ${name}`} />
      <Text c="dimmed">
        {total === null
          ? "Counting what is stored…"
          : `${formatNumber(deleted)} of ${formatNumber(total)} entries deleted`}
      </Text>
    </Panel>
  );
}
