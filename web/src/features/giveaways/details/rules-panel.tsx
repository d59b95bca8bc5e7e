import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { Panel } from "../../../ui/panel";
import {
  claimLabel,
  countLabel,
  eligibilityLabel,
  entryLabel,
  leftOutLabel,
  ticketLabel,
  weightLabel,
} from "../giveaway-labels";
import type { GiveawayDetails } from "../giveaway-types";
import classes from "./giveaway.module.css";

interface RulesPanelProps {
  channelId: string;
  giveaway: GiveawayDetails;
}

export function RulesPanel({ channelId, giveaway }: RulesPanelProps) {
  const points = usePointsName(channelId);
  const rows: readonly (readonly [string, string])[] = [
    ["Enter with", entryLabel(giveaway)],
    ["Prize", giveaway.prize || giveaway.title],
    ["Ticket", ticketLabel(giveaway, points)],
    ["Who", eligibilityLabel(giveaway)],
    ["Left out", leftOutLabel(giveaway)],
    ["Weight", weightLabel(giveaway)],
    ["Linked", "One person counts once on all platforms"],
    ["Winners", countLabel(giveaway.winners ?? 1, "viewer")],
    ["Claim", claimLabel(giveaway)],
  ];
  return (
    <Panel className={classes["rules"]} aria-label="Rules">
      <h2 className={classes["heading"]}>
        Rules
        {giveaway.state !== "draft" && (
          <span className="inline-row small gap-4 muted digits ml-auto fw-400">
            <IconLock size={14} aria-hidden="true" />
            fixed since opening
          </span>
        )}
      </h2>
      <dl className={classes["facts"]}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** The plural name of the channel's points; "points" until it is loaded. */
function usePointsName(channelId: string): string {
  const params = { path: { channel_id: channelId } };
  const { data } = useQuery({
    queryKey: [...keys.giveaways(channelId), "points"],
    queryFn: () => unwrap(api.GET("/api/2/channels/{channel_id}/points/settings", { params })),
    meta: { quiet: true },
  });
  return data?.name_plural ?? "points";
}
