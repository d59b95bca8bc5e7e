import { Group, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useParams } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import { formatNumber } from "../../lib/locale";
import { can, useChannel } from "../../session/channel";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { ChannelSettingsTabs } from "../../ui/page/channel-settings-tabs";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { toast } from "../../ui/toast/toast";
import classes from "./channel-settings.module.css";
import {
  useEraseViewer,
  useExportViewer,
  useViewerSearch,
  useViewerSummary,
  type ViewerKey,
} from "./channel-settings.queries";

type NamedViewer = ViewerKey & { name: string };

/** Page that exports or erases the data that the channel stores about one viewer. */
export function ViewerDataPage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  const canManage = can(channel, "access.manage");
  return (
    <>
      <PageTitle>Viewer data</PageTitle>
      <PageHeader title="Viewer data" about="Export or erase everything that this channel stores about a viewer." />
      <ChannelSettingsTabs channelId={channelId} hasWebhooks={can(channel, "platforms.manage")} />
      {canManage ? <ViewerData key={channelId} channelId={channelId} /> : <Text>Only Admins can do this.</Text>}
    </>
  );
}

function ViewerData({ channelId }: { channelId: string }) {
  const [q, setQ] = useState("");
  const [viewer, setViewer] = useState<NamedViewer | null>(null);
  const found = useViewerSearch(channelId, q.trim());
  const platforms = usePlatforms();
  return (
    <Stack gap={8}>
      <Panel padded aria-label="Find a viewer">
        <TextInput
          label="Find a viewer"
          description="When a viewer asks what you store about them, export it here. Erase it when they ask for that."
          placeholder="Name in chat"
          leftSection={<IconSearch size={15} />}
          maw={560}
          value={q}
          onChange={(event) => {
            setQ(event.currentTarget.value);
            setViewer(null);
          }}
        />
        {!viewer && found.isError && <ErrorPanel isBare error={found.error} onRetry={() => void found.refetch()} />}
        {!viewer && found.data?.length === 0 && <p className={classes["about"]}>No viewers found</p>}
        {!viewer && found.data && (
          <ul className="p-0 unmarked mt-8 mb-0 mx-0">
            {found.data.map((one) => (
              <li key={`${one.provider}:${one.provider_viewer_id}`}>
                <button type="button" className={classes["viewer"]} onClick={() => setViewer(one)}>
                  <PlatformIcon provider={one.provider} size={14} label={platformName(platforms, one.provider)} />
                  <bdi>{one.name}</bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Panel>
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
  const platforms = usePlatforms();
  if (summary.isError) return <ErrorPanel error={summary.error} onRetry={() => void summary.refetch()} />;
  if (!summary.data) return <SkeletonRows count={3} label="Counting what is stored" />;
  const { accounts, counts, is_staff } = summary.data;
  return (
    <Panel padded aria-label={`Data of ${viewer.name}`}>
      <h2 className={classes["accounts"]}>
        {accounts.map(({ provider, login }) => (
          <span key={`${provider}:${login}`}>
            <PlatformIcon provider={provider} size={14} label={platformName(platforms, provider)} />
            <bdi>{login || viewer.name}</bdi>
          </span>
        ))}
      </h2>
      <table className={classes["stored"]}>
        <thead>
          <tr>
            <th scope="col">Stored</th>
            <th scope="col" className={classes["number"]}>
              Entries
            </th>
            <th scope="col">When you erase</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ name, count, is_deleted }) => (
            <tr key={`${name}${is_deleted}`}>
              <th scope="row">{storedLabel(name)}</th>
              <td className={classes["number"]}>{formatNumber(count)}</td>
              <td>{is_deleted ? "deleted" : "kept without the name"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {is_staff && (
        <Text mb={12}>This viewer is staff of the channel. Remove their access before you erase their data.</Text>
      )}
      <Actions channelId={channelId} viewer={viewer} isStaff={is_staff} onErased={onErased} />
    </Panel>
  );
}

/** "Chat messages" for "chat_messages". */
function storedLabel(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
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
