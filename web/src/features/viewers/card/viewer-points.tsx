import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../../api/errors";
import { can, useChannel } from "../../../session/channel";
import {
  balanceQuery,
  pointHistoryPath,
  pointNumber,
  pointSettingsQuery,
  pointWords,
  useAdjust,
} from "../../../session/points/points";
import { usePointsLive } from "../../../session/points/points.live";
import { AdjustDialog } from "../../../ui/points/adjust-dialog";
import classes from "../viewer-card.module.css";
import type { Card, Viewer } from "../viewers.queries";

interface ViewerPointsProps {
  card: Card;
  viewer: Viewer;
}

/** The viewer's points; empty for users without `gambling.read`. */
export function ViewerPoints(props: ViewerPointsProps) {
  const channel = useChannel(props.card.channelId).data;
  if (!can(channel, "gambling.read")) return null;
  return <LivePoints {...props} canManage={can(channel, "gambling.manage")} />;
}

/** Balance and rank of the viewer, updated live; empty while points are off and the balance is 0. */
function LivePoints({ card, viewer, canManage }: ViewerPointsProps & { canManage: boolean }) {
  usePointsLive(card.channelId);
  const settings = useQuery(pointSettingsQuery(card.channelId)).data;
  const balance = useQuery(balanceQuery(card)).data;
  const [isAdjusting, setIsAdjusting] = useState(false);
  const adjust = useAdjust(card);
  if (!settings || !balance || (!settings.enabled && balance.balance === 0)) return null;
  return (
    <div className={classes["points"]}>
      <span>
        <b>{pointWords(settings, balance.balance)}</b>
        {balance.rank !== null && ` · rank #${pointNumber(balance.rank)}`}
      </span>
      <Anchor component={Link} to={pointHistoryPath(card)} size="sm">
        History
      </Anchor>
      {canManage && (
        <Button size="compact-xs" variant="default" onClick={() => setIsAdjusting(true)}>
          Add or take
        </Button>
      )}
      {isAdjusting && (
        <AdjustDialog
          name={viewer.name}
          unit={settings.name_plural}
          isSaving={adjust.isPending}
          error={adjust.error ? messageOf(adjust.error) : undefined}
          onSave={(values) => adjust.mutate(values, { onSuccess: () => setIsAdjusting(false) })}
          onClose={() => setIsAdjusting(false)}
        />
      )}
    </div>
  );
}
