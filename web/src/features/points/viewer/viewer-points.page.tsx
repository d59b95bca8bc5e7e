import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { isInaccessible, messageOf } from "../../../api/errors";
import { can, useChannel } from "../../../session/channel";
import {
  type Balance,
  balanceQuery,
  type PointHolder,
  pointNumber,
  pointSettingsQuery,
  useAdjust,
} from "../../../session/points/points";
import { EditorHead } from "../../../ui/editor/editor-head";
import { EmptyState } from "../../../ui/empty-state";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PageTitle } from "../../../ui/page/page-title";
import { PlatformIcon } from "../../../ui/platform-icon";
import { AdjustDialog } from "../../../ui/points/adjust-dialog";
import { SideSheet } from "../../../ui/sheet/side-sheet";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { deltaLabel } from "./entry-labels";
import { type ViewerGame, viewerGamesQuery } from "./games.queries";
import { History } from "./history";
import classes from "./viewer-points.module.css";

export function ViewerPointsPage() {
  const { channelId = "", provider = "", viewerId = "" } = useParams();
  const navigate = useNavigate();
  const close = () => void navigate(`/channels/${channelId}/gambling/point-settings`);
  const holder = { channelId, provider, viewerId };
  const balance = useQuery(balanceQuery(holder));
  const name = balance.data?.accounts[0]?.name ?? "Viewer";
  return (
    <SideSheet label={`Points of ${name}`} onClose={close}>
      <PageTitle>{`Points of ${name}`}</PageTitle>
      <EditorHead title={name} isSaved onDelete={null} onClose={close} />
      {balance.data && <Viewer key={`${provider}:${viewerId}`} holder={holder} balance={balance.data} name={name} />}
      {!balance.data && balance.error && isInaccessible(balance.error) && (
        <EmptyState title="Viewer not found" about="They have neither chatted nor had points here." />
      )}
      {!balance.data && balance.error && !isInaccessible(balance.error) && (
        <ErrorPanel
          isBare
          error={balance.error}
          onRetry={() => void balance.refetch()}
          isRetrying={balance.isFetching}
        />
      )}
      {!balance.data && !balance.error && <SkeletonRows isInset count={5} />}
    </SideSheet>
  );
}

interface ViewerProps {
  holder: PointHolder;
  balance: Balance;
  name: string;
}

function Viewer({ holder, balance, name }: ViewerProps) {
  const canManage = can(useChannel(holder.channelId).data, "gambling.manage");
  const [isAdjusting, setIsAdjusting] = useState(false);
  return (
    <div className={classes["body"]}>
      <p className={classes["accounts"]}>
        {balance.accounts.map((account) => (
          <span key={`${account.provider}:${account.provider_viewer_id}`}>
            <PlatformIcon provider={account.provider} size={13} />
            <bdi>{account.name}</bdi>
          </span>
        ))}
      </p>
      <dl className={classes["figures"]}>
        <div>
          <dt>Balance</dt>
          <dd>{pointNumber(balance.balance)}</dd>
        </div>
        <div>
          <dt>Rank</dt>
          <dd>{balance.rank === null ? "–" : `#${pointNumber(balance.rank)}`}</dd>
        </div>
        <div>
          <dt>Earned today</dt>
          <dd>{deltaLabel(balance.earned_today)}</dd>
        </div>
        <div>
          <dt>Bets today</dt>
          <dd>{deltaLabel(balance.bets_today)}</dd>
        </div>
      </dl>
      <Games holder={holder} />
      <History holder={holder} canManage={canManage} onAdjust={() => setIsAdjusting(true)} />
      {isAdjusting && <Adjust holder={holder} name={name} onClose={() => setIsAdjusting(false)} />}
    </div>
  );
}

function Adjust({ holder, name, onClose }: { holder: PointHolder; name: string; onClose: () => void }) {
  const settings = useQuery(pointSettingsQuery(holder.channelId)).data;
  const adjust = useAdjust(holder);
  return (
    <AdjustDialog
      name={name}
      unit={settings?.name_plural ?? "points"}
      isSaving={adjust.isPending}
      error={adjust.error ? messageOf(adjust.error) : undefined}
      onSave={(values) => adjust.mutate(values, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function Games({ holder }: { holder: PointHolder }) {
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
