import { useParams } from "react-router";
import { isInaccessible } from "../../../api/errors";
import type { ChannelProvider } from "../../../api/types";
import { LiveBanner } from "../../../live/live-banner";
import { useChannel } from "../../../session/channel";
import { useChannelProviders } from "../../../session/channel-providers";
import { PageTitle } from "../../../ui/page/page-title";
import { ScreenError } from "../../../ui/page/screen-error";
import { ScreenSkeleton } from "../../../ui/page/screen-skeleton";
import { QuickActions } from "../actions/quick-actions";
import classes from "./quick-actions-popout.module.css";

const NO_PROVIDERS: readonly ChannelProvider[] = [];

/** Popout window with the quick actions of the dashboard. */
export function QuickActionsPopoutPage() {
  const { channelId = "" } = useParams();
  const { data: channel, error, isFetching } = useChannel(channelId);
  const { data: providers } = useChannelProviders(channelId);
  if (isInaccessible(error) && !isFetching) throw new ScreenError(404, "Channel not found");
  return (
    <>
      <PageTitle>Quick actions</PageTitle>
      <main className={classes["popout"]}>
        <LiveBanner />
        {channel ? <QuickActions channel={channel} providers={providers ?? NO_PROVIDERS} /> : <ScreenSkeleton />}
      </main>
    </>
  );
}
