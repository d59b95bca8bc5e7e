import { useQuery } from "@tanstack/react-query";
import { can, useChannel } from "../../../session/channel";
import { balanceQuery, pointSettingsQuery, pointWords } from "../../../session/points/points";
import classes from "../dialogs.module.css";
import type { Card, Viewer } from "../viewers.queries";

interface MergedPointsProps {
  card: Card;
  viewer: Viewer;
  isLinked: boolean;
}

/** Text that tells how linking merges the points of both accounts. */
export function MergedPoints({ card, viewer, isLinked }: MergedPointsProps) {
  const words = usePointWords(card);
  if (words === null) return null;
  return (
    <p className={classes["detail"]}>
      {isLinked
        ? `Together they have ${words}. Unlinking splits them again.`
        : `${viewer.name} has ${words}. The points of both accounts become one balance; unlinking splits them again.`}
    </p>
  );
}

/** "300 points"; null while points are off, not loaded, or hidden from the user. */
export function usePointWords(card: Card): string | null {
  const enabled = can(useChannel(card.channelId).data, "gambling.read");
  const settings = useQuery({ ...pointSettingsQuery(card.channelId), enabled }).data;
  const balance = useQuery({ ...balanceQuery(card), enabled: enabled && settings?.enabled === true }).data;
  return settings?.enabled && balance ? pointWords(settings, balance.balance) : null;
}
