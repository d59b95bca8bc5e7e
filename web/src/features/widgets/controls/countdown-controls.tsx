import { IconMinus, IconPlayerPause, IconPlayerPlay, IconPlus, IconRotate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "../../../lib/time/use-now";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { durationText } from "../../../ui/fields/notations/seconds";
import { DurationField } from "../../../ui/fields/typed-field";
import classes from "./controls.module.css";
import {
  type CountdownChange,
  countdownQuery,
  type ReadCountdown,
  secondsLeft,
  useControlCountdown,
} from "./controls.queries";

interface CountdownControlsProps {
  channelId: string;
  widgetId: string;
}

const FIVE_MINUTES = 300;

/** Buttons that start, pause and reset the countdown on stream, and add or remove time. */
export function CountdownControls({ channelId, widgetId }: CountdownControlsProps) {
  const { data } = useQuery(countdownQuery(channelId, widgetId));
  const { mutate, isPending } = useControlCountdown(channelId, widgetId);
  if (!data) return null;
  const send = (action: CountdownChange["action"], seconds = 0) => mutate({ action, seconds });
  return (
    <section className="p-16 line-below" aria-labelledby="widget-countdown">
      <h3 id="widget-countdown">On stream now</h3>
      <div className="row gap-8 wrap mt-4">
        <TimeLeft state={data} />
        {data.is_running ? (
          <BusyButton isBusy={isPending} leftSection={<IconPlayerPause size={15} />} onClick={() => send("stop")}>
            Pause
          </BusyButton>
        ) : (
          <BusyButton
            variant="filled"
            isBusy={isPending}
            leftSection={<IconPlayerPlay size={15} />}
            onClick={() => send("start")}
          >
            Start
          </BusyButton>
        )}
        <BusyButton isBusy={false} leftSection={<IconRotate size={15} />} onClick={() => send("reset")}>
          Reset
        </BusyButton>
      </div>
      <AddTime onAdd={(seconds) => send("add", seconds)} />
    </section>
  );
}

function TimeLeft({ state }: { state: ReadCountdown }) {
  const now = useNow(state.is_running);
  return (
    <span className={classes["time"]} role="timer" aria-label="Time left">
      {durationText(secondsLeft(state, now))}
    </span>
  );
}

function AddTime({ onAdd }: { onAdd: (seconds: number) => void }) {
  const [seconds, setSeconds] = useState(FIVE_MINUTES);
  const isValid = seconds > 0;
  return (
    <div className="gap-8 wrap flex mt-12 align-flex-end">
      <DurationField label="Time to add or remove" value={seconds} isLocked={false} onChange={setSeconds} />
      <BusyButton
        isBusy={false}
        isDisabled={!isValid}
        leftSection={<IconPlus size={15} />}
        onClick={() => onAdd(seconds)}
      >
        Add
      </BusyButton>
      <BusyButton
        isBusy={false}
        isDisabled={!isValid}
        leftSection={<IconMinus size={15} />}
        onClick={() => onAdd(-seconds)}
      >
        Remove
      </BusyButton>
    </div>
  );
}
