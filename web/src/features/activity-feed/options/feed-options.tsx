import { useId } from "react";
import type { FeedSettings } from "../feed/activity-types";
import { withKinds } from "../feed/feed-filter";
import { GROUPS, isKind } from "../feed/kinds";
import type { Chime } from "../sound/use-chime";
import classes from "./feed-options.module.css";
import { MinimumField } from "./minimum-field";
import { SoundField } from "./sound-field";
import { TestEvents } from "./test-events";

export interface FeedOptionsProps {
  channelId: string;
  settings: FeedSettings;
  onSave: (change: Partial<FeedSettings>) => void;
  chime: Chime;
  /** The audience sees the alerts of tests, so not all staff may send them. */
  canTest: boolean;
  isInDialog: boolean;
}

/** What one person sees and hears of the feed. */
export function FeedOptions({ channelId, settings, onSave, chime, canTest, isInDialog }: FeedOptionsProps) {
  const id = useId();
  const hidden = settings.hidden_kinds.filter(isKind);
  return (
    <>
      <div className={classes["options"]}>
        <fieldset className={classes["groups"]} aria-labelledby={id}>
          <span id={id} className={classes["heading"]}>
            Types
          </span>
          {GROUPS.map(({ label, kinds }) => (
            <label key={label} className={classes["group"]}>
              <input
                type="checkbox"
                checked={kinds.every((kind) => !hidden.includes(kind))}
                onChange={(event) => onSave({ hidden_kinds: withKinds(hidden, kinds, event.currentTarget.checked) })}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <MinimumField value={settings.minimum} onSave={(minimum) => onSave({ minimum })} />
        <SoundField settings={settings} chime={chime} onSave={onSave} />
      </div>
      {canTest && (
        <div className={classes["foot"]}>
          <TestEvents channelId={channelId} isInDialog={isInDialog} />
        </div>
      )}
    </>
  );
}
