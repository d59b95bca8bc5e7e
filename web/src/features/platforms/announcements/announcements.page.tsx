import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { longDateTime } from "../../../lib/time/dates";
import { can, useChannel } from "../../../session/channel";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PageTitle } from "../../../ui/page/page-title";
import { PageHeader } from "../../../ui/page-header";
import { Panel } from "../../../ui/panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { Tag } from "../../../ui/tag";
import { AllPlatforms } from "../all-platforms";
import { AnnouncementAddress } from "./announcement-address";
import { AnnouncementForm } from "./announcement-form";
import classes from "./announcements.module.css";
import { type Announcements, announcementsQuery, useAnnouncementsLive } from "./announcements.queries";

/** Page with the webhook, the message and the latest announcements. */
export function AnnouncementsPage() {
  const { channelId = "" } = useParams();
  const { data, error, refetch, isFetching } = useQuery(announcementsQuery(channelId));
  const canManage = can(useChannel(channelId).data, "platforms.manage");
  useAnnouncementsLive(channelId);
  return (
    <div className="column gap-8 miw-0">
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
              <p className="breaks amber" role="alert">
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

type Recent = Announcements["recent"];

const LABELS = { sending: "Posting", waiting: "Waiting", posted: "Posted", failed: "Failed" };

function RecentAnnouncements({ recent }: { recent: Recent }) {
  if (recent.length === 0) return null;
  return (
    <Panel className={classes["panel"] ?? ""} aria-label="Latest announcements">
      <h2>Latest announcements</h2>
      <ul className="plain-list">
        {recent.map((one) => (
          <li key={one.id} className={classes["item"]}>
            <div className="grow miw-0 breaks">
              <div>{one.title || "Stream without a title"}</div>
              <div className="small muted">
                {longDateTime(one.created_at)}
                {one.problem && ` · ${one.problem}`}
              </div>
            </div>
            <Tag {...(one.state === "posted" ? { tone: "ok" as const } : {})}>
              {one.ended_at ? "Edited at the end" : LABELS[one.state]}
            </Tag>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
