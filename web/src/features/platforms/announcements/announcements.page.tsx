import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { can, useChannel } from "../../../session/channel";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PageTitle } from "../../../ui/page/page-title";
import { PageHeader } from "../../../ui/page-header";
import { Panel } from "../../../ui/panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { AllPlatforms } from "../all-platforms";
import pageClasses from "../platforms.module.css";
import { AnnouncementAddress } from "./announcement-address";
import { AnnouncementForm } from "./announcement-form";
import classes from "./announcements.module.css";
import { announcementsQuery, useAnnouncementsLive } from "./announcements.queries";
import { RecentAnnouncements } from "./recent-announcements";

/** Page with the webhook, the message and the latest announcements. */
export function AnnouncementsPage() {
  const { channelId = "" } = useParams();
  const { data, error, refetch, isFetching } = useQuery(announcementsQuery(channelId));
  const canManage = can(useChannel(channelId).data, "platforms.manage");
  useAnnouncementsLive(channelId);
  return (
    <div className={pageClasses["page"]}>
      <PageTitle>Announcements</PageTitle>
      <PageHeader title="Announcements" about={data ? `${data.service} is told when you go live` : ""}>
        <AllPlatforms channelId={channelId} />
      </PageHeader>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!error && !data && (
        <Panel padded>
          <SkeletonRows count={6} />
        </Panel>
      )}
      {data && (
        <>
          <Panel className={classes["panel"] ?? ""} aria-label="Webhook">
            {data.problem && (
              <p className={classes["problem"]} role="alert">
                {data.problem}
              </p>
            )}
            <AnnouncementAddress channelId={channelId} announcements={data} canManage={canManage} />
          </Panel>
          <AnnouncementForm
            key={JSON.stringify(data.settings)}
            channelId={channelId}
            announcements={data}
            canManage={canManage}
          />
          <RecentAnnouncements recent={data.recent} />
        </>
      )}
    </div>
  );
}
