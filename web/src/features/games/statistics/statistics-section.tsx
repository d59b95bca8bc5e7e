import { Anchor } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { platformName, usePlatforms } from "../../../api/platforms";
import { pointHistoryPath } from "../../../session/points/points";
import { Segments } from "../../../ui/buttons/segments";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { Section } from "../editor/section";
import type { GameKey, Player, PlayerOrder, Players } from "../game-types";
import classes from "../games.module.css";
import { playersQuery } from "../games.queries";
import { formatCount, signedCount } from "../numbers";

const ORDERS = [
  { value: "net", label: "Net" },
  { value: "biggest_win", label: "Biggest win" },
  { value: "bets", label: "Bets" },
] as const;

export function StatisticsSection({ channelId, game }: { channelId: string; game: GameKey }) {
  const [order, setOrder] = useState<PlayerOrder>("net");
  const players = useQuery({ ...playersQuery(channelId, game, order), placeholderData: keepPreviousData });
  return (
    <Section
      title="Players"
      about="What viewers have bet and won; linked accounts are one player."
      tools={<Segments label="Order of players" value={order} options={ORDERS} onChange={setOrder} />}
    >
      {players.data ? (
        <Statistics channelId={channelId} players={players.data} />
      ) : players.error ? (
        <ErrorPanel
          isBare
          error={players.error}
          onRetry={() => void players.refetch()}
          isRetrying={players.isFetching}
        />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Section>
  );
}

interface StatisticsProps {
  channelId: string;
  players: Players;
}

function Statistics({ channelId, players: { records, totals } }: StatisticsProps) {
  if (records.length === 0) return <p className="small muted">Nobody has played yet.</p>;
  return (
    <>
      <p className="small muted">
        {formatCount(totals.bets)} {totals.bets === 1 ? "bet" : "bets"} by {formatCount(totals.players)}{" "}
        {totals.players === 1 ? "viewer" : "viewers"}, {formatCount(totals.staked)} staked, {formatCount(totals.paid)}{" "}
        paid: the house has {signedCount(totals.staked - totals.paid)}.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reachable with the keyboard */}
      <section className={classes["scroll"]} aria-label="Players" tabIndex={0}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">Viewer</th>
              <th scope="col">Bets</th>
              <th scope="col">Won</th>
              <th scope="col">Staked</th>
              <th scope="col">Paid</th>
              <th scope="col">Biggest win</th>
              <th scope="col">Net</th>
            </tr>
          </thead>
          <tbody>
            {records.map((player) => (
              <PlayerRow key={`${player.provider}:${player.viewer_id}`} channelId={channelId} player={player} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function PlayerRow({ channelId, player }: { channelId: string; player: Player }) {
  const platforms = usePlatforms();
  const holder = { channelId, provider: player.provider, viewerId: player.viewer_id };
  return (
    <tr>
      <th scope="row">
        <span className="inline-row gap-8">
          <PlatformIcon provider={player.provider} size={14} label={platformName(platforms, player.provider)} />
          <Anchor component={Link} to={pointHistoryPath(holder)} inherit className={classes["link"] ?? ""}>
            <bdi>{player.name}</bdi>
          </Anchor>
        </span>
      </th>
      <td>{formatCount(player.bets)}</td>
      <td>{formatCount(player.wins)}</td>
      <td>{formatCount(player.staked)}</td>
      <td>{formatCount(player.paid)}</td>
      <td>{formatCount(player.biggest_win)}</td>
      <td>{signedCount(player.net)}</td>
    </tr>
  );
}
