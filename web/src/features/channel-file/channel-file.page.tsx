import { IconDownload } from "@tabler/icons-react";
import { useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { BusyButton } from "../../ui/buttons/busy-button";
import { ChannelSettingsTabs } from "../../ui/page/channel-settings-tabs";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { useChannelFileLive } from "./channel-file.live";
import classes from "./channel-file.module.css";
import { useDownload } from "./channel-file.queries";
import { FilePanel } from "./file-panel";
import { VersionsPanel } from "./versions-panel";

/** Export and import of a channel's settings, and their version history. */
export function ChannelFilePage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  const { mutate, isPending } = useDownload(channelId, channel?.display_name ?? "");
  useChannelFileLive(channelId);
  const canApply = can(channel, "platforms.manage");
  return (
    <>
      <PageTitle>Backup & restore (YAML)</PageTitle>
      <PageHeader
        title="Backup & restore (YAML)"
        about="Export and import commands, timers, quotes, filters, widgets and chat settings as one YAML file."
      >
        <BusyButton isBusy={isPending} leftSection={<IconDownload size={16} />} onClick={() => mutate(null)}>
          Download
        </BusyButton>
      </PageHeader>
      <ChannelSettingsTabs channelId={channelId} hasWebhooks={canApply} />
      <div className={classes["panels"]} key={channelId}>
        <FilePanel channelId={channelId} canApply={canApply} />
        <VersionsPanel channelId={channelId} canApply={canApply} />
      </div>
    </>
  );
}
