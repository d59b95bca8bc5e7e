import { useQuery } from "@tanstack/react-query";
import { type PointHolder, pointNumber } from "../../../session/points/points";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";

import { deltaLabel } from "./entry-labels";
import { type ViewerGame, viewerGamesQuery } from "./games.queries";
import classes from "./viewer-points.module.css";

export function Games({ holder }: { holder: PointHolder }) {
  const query = useQuery(viewerGamesQuery(holder));
  return (
    <section aria-labelledby="viewer-games">
      <h3 id="viewer-games" className={classes["heading"]}>
        Games
      </h3>
      {query.data ? (
        <GamesTable games={query.data.records} />
      ) : query.error ? (
        <ErrorPanel isBare error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <SkeletonRows count={2} label="Loading games" />
      )}
    </section>
  );
}

function GamesTable({ games }: { games: readonly ViewerGame[] }) {
  if (games.every(({ bets }) => bets === 0)) return <p className={classes["empty"]}>No bets yet</p>;
  return (
    <table className={classes["games"]}>
      <thead>
        <tr>
          <th scope="col">Game</th>
          <th scope="col">Bets</th>
          <th scope="col">Won</th>
          <th scope="col">Biggest win</th>
          <th scope="col">Net</th>
        </tr>
      </thead>
      <tbody>
        {games.map(({ game, title, bets, wins, staked, paid, biggest_win, net }) => (
          <tr key={game}>
            <th scope="row">
              <span className={classes["title"]}>{title}</span>
              <span className={classes["detail"]}>
                {pointNumber(staked)} staked, {pointNumber(paid)} paid
              </span>
            </th>
            <td>{pointNumber(bets)}</td>
            <td>{pointNumber(wins)}</td>
            <td>{pointNumber(biggest_win)}</td>
            <td>{deltaLabel(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
