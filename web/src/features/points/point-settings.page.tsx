import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMatch, useParams } from "react-router";
import { messageOf } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { type PointSettings, pointSettingsQuery } from "../../session/points/points";
import { usePointsLive } from "../../session/points/points.live";
import { LabelledSwitch } from "../../ui/buttons/switch";
import { TagField } from "../../ui/fields/tag-field";
import { ListPage } from "../../ui/list/list-page";
import { ErrorPanel } from "../../ui/page/error-panel";
import { Panel } from "../../ui/panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { Leaderboard } from "./leaderboard/leaderboard";
import classes from "./points.module.css";
import { useSaveSettings } from "./points.queries";
import { Earning } from "./settings/earning";
import type { FormProps } from "./settings/form-props";
import { Names } from "./settings/names";

const MAY_NOT_MANAGE = "Only Editors and above can change points";

export function PointSettingsPage() {
  const { channelId = "" } = useParams();
  const isOpen = useMatch("/channels/:channelId/gambling/point-settings/:provider/:viewerId") !== null;
  usePointsLive(channelId);
  return (
    <ListPage title="Points" isOpen={isOpen}>
      <Panel className={classes["panel"]} aria-label="Points" tabIndex={-1}>
        <Screen key={channelId} channelId={channelId} />
      </Panel>
    </ListPage>
  );
}

function Screen({ channelId }: { channelId: string }) {
  const settings = useQuery(pointSettingsQuery(channelId));
  if (settings.data) return <Settings channelId={channelId} settings={settings.data} />;
  return (
    <>
      <header className="row gap-8 wrap pt-16 pb-4 px-16">
        <h1>Points</h1>
      </header>
      {settings.error ? (
        <ErrorPanel
          isBare
          error={settings.error}
          onRetry={() => void settings.refetch()}
          isRetrying={settings.isFetching}
        />
      ) : (
        <SkeletonRows isInset count={6} />
      )}
    </>
  );
}

function Settings({ channelId, settings }: { channelId: string; settings: PointSettings }) {
  const channel = useChannel(channelId).data;
  const lockedBecause = channel && !can(channel, "gambling.manage") ? MAY_NOT_MANAGE : undefined;
  const save = useSaveSettings(channelId);
  const form = { settings, onChange: save.mutate, lockedBecause };
  return (
    <>
      <header className="row gap-8 wrap pt-16 pb-4 px-16">
        <h1>Points</h1>
        <span className="ml-auto">
          <LabelledSwitch
            label="Viewers earn points"
            checked={settings.enabled}
            onChange={(enabled) => save.mutate({ enabled })}
            lockedBecause={lockedBecause}
          />
        </span>
      </header>
      <p className={classes["about"]}>
        One balance per viewer, shared by all platforms. Used for bets, tickets and commands that cost.
      </p>
      <Names {...form} />
      <Earning channelId={channelId} {...form} />
      <IgnoredViewers {...form} />
      <SaveState isSaving={save.isPending} error={save.error} isLocked={lockedBecause !== undefined} />
      <Leaderboard channelId={channelId} settings={settings} canManage={channel !== undefined && !lockedBecause} />
    </>
  );
}

function IgnoredViewers({ settings, onChange, lockedBecause }: FormProps) {
  const names = settings.ignored_names;
  return (
    <details className={classes["ignored"]}>
      <summary>
        Ignored: {names.length} {names.length === 1 ? "name" : "names"}
      </summary>
      <TagField
        label="Names that earn nothing"
        description="Known bots are listed from the start; the channel's own bots never earn."
        placeholder="Add a name"
        values={names}
        isLocked={lockedBecause !== undefined}
        onChange={(ignored_names) => onChange({ ignored_names })}
      />
    </details>
  );
}

interface SaveStateProps {
  isSaving: boolean;
  error: unknown;
  isLocked: boolean;
}

function SaveState({ isSaving, error, isLocked }: SaveStateProps) {
  if (isLocked) return null;
  if (error && !isSaving) {
    return (
      <p className={classes["state"]} data-failed role="alert">
        Not saved: {messageOf(error)}
      </p>
    );
  }
  return (
    <p className={classes["state"]} role="status">
      {isSaving ? (
        "Saving…"
      ) : (
        <>
          <IconCheck size={14} aria-hidden="true" /> All changes saved
        </>
      )}
    </p>
  );
}
