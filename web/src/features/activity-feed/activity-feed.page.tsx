import { useMatch, useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { LiveBanner } from "../../live/live-banner";
import { useChannel } from "../../session/channel";
import { PageTitle } from "../../ui/page/page-title";
import { ScreenError } from "../../ui/page/screen-error";
import { ActivityFeed } from "./activity-feed";
import classes from "./activity-feed.module.css";

/** The activity feed, as a page of the channel or alone in a popout window. */
export function ActivityFeedPage() {
  const { channelId = "" } = useParams();
  const isPopout = useMatch("/popout/channels/:channelId/activity-feed") !== null;
  return (
    <>
      <PageTitle>Activity Feed</PageTitle>
      {isPopout ? (
        <Popout channelId={channelId} />
      ) : (
        <ActivityFeed key={channelId} channelId={channelId} isPopout={false} />
      )}
    </>
  );
}

function Popout({ channelId }: { channelId: string }) {
  const channel = useChannel(channelId);
  if (isInaccessible(channel.error) && !channel.isFetching) throw new ScreenError(404, "Channel not found");
  return (
    <main className={classes["popout"]}>
      <LiveBanner />
      <ActivityFeed key={channelId} channelId={channelId} isPopout />
    </main>
  );
}
