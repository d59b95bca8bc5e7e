import { IconDownload } from "@tabler/icons-react";
import { useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { BusyButton } from "../../ui/buttons/busy-button";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { useChannelFileLive } from "./channel-file.live";
import classes from "./channel-file.module.css";
import { useDownload } from "./channel-file.queries";
import { FilePanel } from "./file-panel";
import { VersionsPanel } from "./versions-panel";

/** The channel as a file: taken away, changed elsewhere, compared, brought back; and as it was before. */
export function ChannelFilePage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  const { mutate, isPending } = useDownload(channelId, channel?.display_name ?? "");
  useChannelFileLive(channelId);
  const canApply = can(channel, "platforms.manage");
  return (
    <>
      <PageTitle>Channel as a file</PageTitle>
      <PageHeader
        title="Channel as a file"
        about="Commands, timers, quotes, filters and chat settings in one YAML file: keep it, change it, bring it back."
      >
        <BusyButton isBusy={isPending} leftSection={<IconDownload size={16} />} onClick={() => mutate(null)}>
          Download
        </BusyButton>
      </PageHeader>
      <div className={classes["panels"]} key={channelId}>
        <FilePanel channelId={channelId} canApply={canApply} />
        <VersionsPanel channelId={channelId} canApply={canApply} />
      </div>
    </>
  );
}
