import { Button } from "@mantine/core";
import { IconVolume } from "@tabler/icons-react";
import { useState } from "react";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import type { FeedSettings } from "../feed/activity-types";
import type { Chime } from "../sound/use-chime";
import classes from "./feed-options.module.css";

interface SoundFieldProps {
  settings: FeedSettings;
  chime: Chime;
  onSave: (change: Partial<FeedSettings>) => void;
}

export function SoundField({ settings, chime, onSave }: SoundFieldProps) {
  const { has_sound: isOn, volume } = settings;
  return (
    <>
      <LabelledSwitch label="Sound for new activities" checked={isOn} onChange={(has_sound) => onSave({ has_sound })} />
      {isOn && (
        <div className={classes["sound"]}>
          <VolumeSlider
            volume={volume}
            onChange={(next) => {
              chime.play(next);
              onSave({ volume: next });
            }}
          />
          <Button onClick={() => chime.play(volume)}>Test</Button>
        </div>
      )}
      {chime.isBlocked && (
        <p className="small amber" role="status">
          Your browser blocks sound until you click on this page.
        </p>
      )}
    </>
  );
}

/** Calls `onChange` only when the user releases the slider. */
function VolumeSlider({ volume, onChange }: { volume: number; onChange: (volume: number) => void }) {
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? volume;
  const release = () => {
    if (dragged !== null) onChange(dragged);
    setDragged(null);
  };
  return (
    <label className={classes["volume"]}>
      <IconVolume size={17} stroke={1.6} aria-hidden="true" />
      <input
        type="range"
        aria-label="Volume"
        min={0}
        max={100}
        step={5}
        value={shown}
        onChange={(event) => setDragged(event.currentTarget.valueAsNumber)}
        onPointerUp={release}
        onKeyUp={release}
        onBlur={release}
      />
      <output>{shown} %</output>
    </label>
  );
}
