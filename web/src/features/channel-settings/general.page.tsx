import { useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { ChannelSettingsTabs } from "../../ui/page/channel-settings-tabs";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { useGeneralSettings } from "./channel-settings.queries";
import { GeneralForm } from "./general-form";

/** Page of a channel's name, time zone and language, and of its settings for chat and commands. */
export function GeneralSettingsPage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  const { data, error, refetch, isFetching } = useGeneralSettings(channelId);
  const canChange = can(channel, "platforms.manage");
  return (
    <>
      <PageTitle>Channel Settings</PageTitle>
      <PageHeader
        title="Channel Settings"
        about={canChange ? "Name, time zone, chat and commands." : "Only Admins can change these settings."}
      />
      <ChannelSettingsTabs channelId={channelId} hasWebhooks={canChange} />
      {data && <GeneralForm key={channelId} channelId={channelId} settings={data} canChange={canChange} />}
      {!data && !error && <SkeletonRows count={6} label="Loading channel settings" />}
      {!data && error && <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
    </>
  );
}
