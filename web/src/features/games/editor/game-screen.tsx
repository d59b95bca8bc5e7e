import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useMemo } from "react";
import { can, useChannel } from "../../../session/channel";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { EditorNotice } from "../../../ui/editor/editor-notice";
import { SaveBar } from "../../../ui/editor/save-bar";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import type { SettingsSection } from "../../../ui/fields/setting-field";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PageTitle } from "../../../ui/page/page-title";
import { Panel } from "../../../ui/panel";
import { UnsavedDialog } from "../../../ui/sheet/unsaved-guard";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { Tag } from "../../../ui/tag";
import type { CommonSettings, Game, GameKey, SettingsOf } from "../game-types";
import { useGamesLive } from "../games.live";
import classes from "../games.module.css";
import { baseOf, gameQuery, playersQuery, usePointsName, useSaveGame } from "../games.queries";
import { formatCount } from "../numbers";
import { Figures } from "../odds/figures";
import { LossWarning } from "../odds/loss-warning";
import { oddsOf, type Prizes } from "../odds/odds";
import { Streaks } from "../odds/streaks";
import { Simulator } from "../simulator/simulator";
import { StatisticsSection } from "../statistics/statistics-section";
import { type FormProps, MAY_NOT_MANAGE } from "./form-props";
import { LimitsSection } from "./limits-section";
import { MessagesSection } from "./messages-section";
import { PlaySection } from "./play-section";
import { useGameForm } from "./use-game-form";

/** The parts of the screen that differ between games. */
interface GameParts<Settings> {
  /** Every prize of the game; null while a field is empty or invalid. */
  prizesOf: (settings: Settings) => Prizes | null;
  /** The hand-made sections that set the odds, by the name of their editor. */
  odds: Readonly<Record<string, (form: EditorForm<Settings>, section: SettingsSection) => ReactNode>>;
  /** The solver, shown under the figures. */
  solver: (form: EditorForm<Settings>) => ReactNode;
  /** The change that is suggested while the house loses; null if there is none. */
  fix: (form: EditorForm<Settings>) => { label: string; apply: () => void } | null;
}

interface GameScreenProps<Key extends GameKey> extends GameParts<SettingsOf[Key]> {
  channelId: string;
  game: Key;
  title: string;
  /** Sentence above the fields; gets the channel's name for points. */
  about: (pointsName: string) => string;
}

export function GameScreen<Key extends GameKey>(props: GameScreenProps<Key>) {
  const { channelId, game, title } = props;
  useGamesLive(channelId);
  const query = useQuery(gameQuery(channelId, game));
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {query.data ? (
        <Settings {...props} loaded={query.data} />
      ) : (
        <Panel className={classes["waiting"]} aria-label={title}>
          <h1>{title}</h1>
          {query.error ? (
            <ErrorPanel isBare error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
          ) : (
            <SkeletonRows count={8} />
          )}
        </Panel>
      )}
    </>
  );
}

function Settings<Key extends GameKey>(props: GameScreenProps<Key> & { loaded: Game<SettingsOf[Key]> }) {
  const { channelId, game, title, about, loaded, prizesOf, odds } = props;
  const channel = useChannel(channelId).data;
  const saved = useMemo(() => baseOf(loaded), [loaded]);
  const isLocked = !can(channel, "gambling.manage");
  const { form, blocker } = useGameForm({ saved, isLocked, onSave: useSaveGame(channelId, game) });
  // Cast: the settings of every game have the common ones.
  const common = form as unknown as FormProps<CommonSettings>;
  const { draft } = form;
  return (
    <div className={classes["page"]}>
      <Panel className={classes["settings"]} aria-label={`${title} settings`}>
        <header className={classes["head"]}>
          <h1 tabIndex={-1}>{title}</h1>
          <BetCount channelId={channelId} game={game} />
          <span className="ml-auto">
            <LabelledSwitch
              label="Viewers can play"
              checked={draft.enabled}
              onChange={(enabled) => common.change({ enabled })}
              lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
            />
          </span>
        </header>
        <EditorNotice form={form} item="game" lockedBecause={`${MAY_NOT_MANAGE}.`} />
        <div className="grow px-20 pb-20">
          <p className="small muted">{about(usePointsName(channelId))}</p>
          <PlaySection channelId={channelId} game={game} />
          {loaded.sections.map((section) => (
            <Fragment key={section.title}>
              {section.editor === "" && <LimitsSection channelId={channelId} section={section} form={common} />}
              {section.editor === "messages" && (
                <MessagesSection
                  channelId={channelId}
                  section={section}
                  gameTitle={title}
                  gameVariables={loaded.message_variables}
                  form={common}
                />
              )}
              {odds[section.editor]?.(form, section)}
            </Fragment>
          ))}
          <StatisticsSection channelId={channelId} game={game} />
        </div>
        {!isLocked && (
          <footer className={classes["foot"]}>
            <SaveBar form={form} />
          </footer>
        )}
      </Panel>
      <OddsPanel
        {...props}
        form={form}
        prizes={usePrizes(prizesOf, draft)}
        savedPrizes={usePrizes(prizesOf, form.base)}
      />
      <UnsavedDialog blocker={blocker} message="Your changes to this game aren't saved." />
    </div>
  );
}

function usePrizes<Settings>(prizesOf: GameParts<Settings>["prizesOf"], settings: Settings): Prizes | null {
  const prizes = prizesOf(settings);
  const text = prizes && JSON.stringify(prizes, (_, value) => (typeof value === "bigint" ? String(value) : value));
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal prizes stay the same object, so that other settings do not restart the simulator
  return useMemo(() => prizes, [text]);
}

function BetCount({ channelId, game }: { channelId: string; game: GameKey }) {
  const { data } = useQuery(playersQuery(channelId, game, "net"));
  if (!data || data.totals.bets === 0) return null;
  return (
    <Tag>
      {formatCount(data.totals.bets)} {data.totals.bets === 1 ? "bet" : "bets"}
    </Tag>
  );
}

interface OddsPanelProps<Settings> extends Pick<GameParts<Settings>, "solver" | "fix"> {
  channelId: string;
  form: EditorForm<Settings>;
  prizes: Prizes | null;
  savedPrizes: Prizes | null;
}

function OddsPanel<Settings>({ channelId, form, solver, fix, prizes, savedPrizes }: OddsPanelProps<Settings>) {
  const pointsName = usePointsName(channelId);
  const odds = useMemo(() => prizes && oddsOf(prizes), [prizes]);
  const saved = useMemo(() => savedPrizes && oddsOf(savedPrizes), [savedPrizes]);
  const isChanged = prizes !== savedPrizes && JSON.stringify(textOf(odds)) !== JSON.stringify(textOf(saved));
  return (
    <Panel className={classes["meaning"]} aria-label="What this means">
      <h2>What this means</h2>
      <p className="small muted mt-2 mb-8">
        {isChanged ? "Worked out from your unsaved odds. Saved odds below each." : "Worked out exactly from the odds."}
      </p>
      <Figures odds={odds} saved={isChanged ? saved : null} />
      {odds && <LossWarning odds={odds} pointsName={pointsName} fix={form.isLocked ? null : fix(form)} />}
      {solver(form)}
      {prizes && <Simulator prizes={prizes} />}
      {odds && <Streaks odds={odds} />}
    </Panel>
  );
}

function textOf(odds: ReturnType<typeof oddsOf> | null): string[] {
  return odds ? Object.values(odds).map(({ top, bottom }) => `${top}/${bottom}`) : [];
}
