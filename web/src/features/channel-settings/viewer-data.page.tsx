import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useParams } from "react-router";
import { formatNumber } from "../../lib/locale";
import { can, useChannel } from "../../session/channel";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { ChannelSettingsTabs } from "../../ui/page/channel-settings-tabs";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { toast } from "../../ui/toast/toast";
import {
  type FoundViewer,
  useEraseViewer,
  useExportViewer,
  useViewerSearch,
  useViewerSummary,
} from "./channel-settings.queries";

type NamedViewer = FoundViewer & { name: string };

/** Export and erasure of what the channel stores about one viewer. */
export function ViewerDataPage() {
  const { channelId = "" } = useParams();
  const canManage = can(useChannel(channelId).data, "access.manage");
  return (
    <>
      <PageTitle>Viewer data</PageTitle>
      <PageHeader title="Viewer data" about="Export or erase everything that this channel stores about a viewer." />
      <ChannelSettingsTabs channelId={channelId} />
      {canManage ? <ViewerData key={channelId} channelId={channelId} /> : <Text>Only Admins can do this.</Text>}
    </>
  );
}

function ViewerData({ channelId }: { channelId: string }) {
  const [q, setQ] = useState("");
  const [viewer, setViewer] = useState<NamedViewer | null>(null);
  const found = useViewerSearch(channelId, q.trim());
  return (
    <Stack gap={16}>
      <TextInput
        label="Find a viewer"
        placeholder="Name in chat"
        value={q}
        onChange={(event) => {
          setQ(event.currentTarget.value);
          setViewer(null);
        }}
      />
      {!viewer && found.isError && <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />}
      {!viewer && found.data?.length === 0 && <Text>Nothing found.</Text>}
      {!viewer && found.data && (
        <Group gap={8}>
          {found.data.map((one) => (
            <Button key={`${one.provider}:${one.provider_viewer_id}`} onClick={() => setViewer(one)}>
              {one.name} ({one.provider})
            </Button>
          ))}
        </Group>
      )}
      {viewer && <StoredData channelId={channelId} viewer={viewer} onErased={() => setViewer(null)} />}
    </Stack>
  );
}

interface StoredDataProps {
  channelId: string;
  viewer: NamedViewer;
  onErased: () => void;
}

function StoredData({ channelId, viewer, onErased }: StoredDataProps) {
  const summary = useViewerSummary(channelId, viewer);
  if (summary.isError) return <ErrorPanel error={summary.error} onRetry={() => void summary.refetch()} />;
  if (!summary.data) return <SkeletonRows count={3} label="Counting what is stored" />;
  const { accounts, counts, is_staff } = summary.data;
  return (
    <Panel padded aria-label={`Data of ${viewer.name}`}>
      <Text fw={600}>{accounts.map(({ provider, login }) => `${login || viewer.name} (${provider})`).join(", ")}</Text>
      <ul>
        {counts.map(({ name, count, is_deleted }) => (
          <li key={`${name}${is_deleted}`}>
            {name.replaceAll("_", " ")}: {formatNumber(count)} ({is_deleted ? "deleted" : "kept without the name"})
          </li>
        ))}
      </ul>
      {is_staff && (
        <Text mb={12}>This viewer is staff of the channel. Remove their access before you erase their data.</Text>
      )}
      <Actions channelId={channelId} viewer={viewer} isStaff={is_staff} onErased={onErased} />
    </Panel>
  );
}

function Actions({ channelId, viewer, isStaff, onErased }: StoredDataProps & { isStaff: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const download = useExportViewer(channelId);
  const erase = useEraseViewer(channelId);
  const confirm = () => {
    setIsAsking(false);
    erase.mutate(viewer, {
      onSuccess: ({ deleted }) => {
        toast.success(`Data of ${viewer.name} erased, ${formatNumber(deleted)} entries deleted`);
        onErased();
      },
    });
  };
  return (
    <Group gap={8}>
      <BusyButton isBusy={download.isPending} onClick={() => download.mutate(viewer)}>
        Export
      </BusyButton>
      <BusyButton color="red" isBusy={erase.isPending} isDisabled={isStaff} onClick={() => setIsAsking(true)}>
        Erase
      </BusyButton>
      <ConfirmDialog
        opened={isAsking}
        title={`Erase the data of ${viewer.name}?`}
        message="Messages and personal data are deleted. Logs and points are kept without the name. This cannot be undone."
        verb="Erase"
        danger
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    </Group>
  );
}
