import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { NotFoundState } from "../../ui/editor/not-found-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { ScreenSkeleton } from "../../ui/page/screen-skeleton";
import { DrawPanel } from "./details/draw-panel";
import { EntriesPanel } from "./details/entries-panel";
import { FairPanel } from "./details/fair-panel";
import classes from "./details/giveaway.module.css";
import { GiveawayHead } from "./details/giveaway-head";
import { RulesPanel } from "./details/rules-panel";
import { useGiveawaysLive } from "./giveaways.live";
import { giveawayQuery } from "./giveaways.queries";

export function GiveawayPage() {
  const { channelId = "", giveawayId = "" } = useParams();
  useGiveawaysLive(channelId);
  const query = useQuery(giveawayQuery(channelId, giveawayId));
  const canManage = can(useChannel(channelId).data, "giveaways.manage");
  const { data: giveaway, error } = query;
  const list = `/channels/${channelId}/giveaways`;
  if (isInaccessible(error)) return <NotFoundState item="giveaway" list={list} />;
  if (!giveaway && error) return <ErrorPanel error={error} onRetry={() => void query.refetch()} />;
  if (!giveaway) return <ScreenSkeleton />;
  return (
    <div className={classes["page"]}>
      <PageTitle>{giveaway.title}</PageTitle>
      <GiveawayHead channelId={channelId} giveaway={giveaway} canManage={canManage} />
      <div className={classes["columns"]}>
        <EntriesPanel channelId={channelId} giveaway={giveaway} />
        <DrawPanel channelId={channelId} giveaway={giveaway} canManage={canManage} />
        <div className={classes["side"]}>
          <RulesPanel channelId={channelId} giveaway={giveaway} />
          {giveaway.commitment !== "" && <FairPanel channelId={channelId} giveaway={giveaway} />}
        </div>
      </div>
    </div>
  );
}
