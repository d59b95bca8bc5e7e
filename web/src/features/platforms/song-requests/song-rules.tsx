import { useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { useCommandPrefix } from "../../../session/commands/command-prefix";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { QuantityField } from "../../../ui/fields/quantity-field";
import { Panel } from "../../../ui/panel";
import classes from "../announcements/announcements.module.css";
import { type SongRequestSettings, useSaveSongRequests } from "./song-requests.queries";

const MAY_NOT_MANAGE = "Only Admins can change song requests";

interface SongRulesProps {
  channelId: string;
  settings: SongRequestSettings;
  canManage: boolean;
}

export function SongRules({ channelId, settings, canManage }: SongRulesProps) {
  const [draft, setDraft] = useState(settings);
  const prefix = useCommandPrefix(channelId);
  const save = useSaveSongRequests(channelId);
  const errors = fieldErrors(save.error);
  const lockedBecause = canManage ? undefined : MAY_NOT_MANAGE;
  const change = (part: Partial<SongRequestSettings>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <Panel className={classes["panel"] ?? ""} aria-label="Rules">
      <div className="row gap-12 wrap">
        <h2 className="grow miw-0 breaks">Rules</h2>
        <LabelledSwitch
          label="Take requests"
          checked={draft.enabled}
          onChange={(enabled) => change({ enabled })}
          lockedBecause={lockedBecause}
        />
      </div>
      <p className="small muted">
        {`Viewers use a command with $(song.request), such as ${prefix}sr of the template “Song requests”. Points are charged by the cost of the command.`}
      </p>
      <Limits draft={draft} errors={errors} lockedBecause={lockedBecause} onChange={change} />
      {save.error && Object.keys(errors).length === 0 && (
        <p className="breaks amber" role="alert">
          {messageOf(save.error)}
        </p>
      )}
      {canManage && (
        <div className="row gap-12 wrap">
          <BusyButton variant="filled" isBusy={save.isPending} onClick={() => save.mutate(draft)}>
            Save rules
          </BusyButton>
        </div>
      )}
    </Panel>
  );
}

interface LimitsProps {
  draft: SongRequestSettings;
  errors: Record<string, string>;
  lockedBecause: string | undefined;
  onChange: (part: Partial<SongRequestSettings>) => void;
}

function Limits({ draft, errors, lockedBecause, onChange }: LimitsProps) {
  return (
    <>
      <QuantityField
        label="Max songs per viewer"
        unit=""
        unitName="songs"
        value={draft.max_per_viewer}
        onChange={(max_per_viewer) => onChange({ max_per_viewer })}
        max={20}
        error={errors["max_per_viewer"]}
        isLocked={lockedBecause !== undefined}
      />
      <QuantityField
        label="Max songs waiting"
        unit=""
        unitName="songs"
        value={draft.max_waiting}
        onChange={(max_waiting) => onChange({ max_waiting })}
        max={100}
        error={errors["max_waiting"]}
        isLocked={lockedBecause !== undefined}
      />
      <QuantityField
        label="Max song length"
        unit="min"
        unitName="minutes"
        value={draft.max_minutes}
        onChange={(max_minutes) => onChange({ max_minutes })}
        max={60}
        error={errors["max_minutes"]}
        isLocked={lockedBecause !== undefined}
      />
      <LabelledSwitch
        label="Allow explicit songs"
        checked={draft.allow_explicit}
        onChange={(allow_explicit) => onChange({ allow_explicit })}
        lockedBecause={lockedBecause}
      />
      <LabelledSwitch
        label="Subscribers only"
        checked={draft.subscribers_only}
        onChange={(subscribers_only) => onChange({ subscribers_only })}
        lockedBecause={lockedBecause}
      />
    </>
  );
}
