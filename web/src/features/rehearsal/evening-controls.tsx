import { Button } from "@mantine/core";
import classes from "./rehearsal.module.css";
import { type RehearsalState, useEvening } from "./rehearsal.queries";

interface EveningControlsProps {
  channelId: string;
  evening: RehearsalState["evening"];
}

/** Progress of the scripted evening, with buttons that start it, pause it and play its next scene. */
export function EveningControls({ channelId, evening }: EveningControlsProps) {
  const { mutate } = useEvening(channelId);
  const position = evening.scenes.findIndex(({ state }) => state === "current");
  const current = evening.scenes[position];
  const isOver = position === evening.scenes.length - 1;
  return (
    <section className={classes["evening"]} aria-label="Scripted stream">
      <p>
        {current ? (
          <>
            <span className={classes["second"]}>Scene</span> <b>{current.label}</b>{" "}
            <span className={classes["second"]}>
              · {position + 1} of {evening.scenes.length}
            </span>
          </>
        ) : (
          <b>Scripted stream not started</b>
        )}
      </p>
      <div className={classes["progress"]} aria-hidden="true">
        {evening.scenes.map(({ key, state }) => (
          <span key={key} data-state={state} />
        ))}
      </div>
      <p className={classes["second"]}>
        {current?.description ?? `${evening.scenes.length} scenes, from going live to a gift bomb.`}
      </p>
      <div className={classes["buttons"]}>
        <Button size="xs" onClick={() => mutate("start")}>
          {current ? "Start over" : "Start"}
        </Button>
        {evening.is_automatic && (
          <Button size="xs" onClick={() => mutate("stop")}>
            Pause
          </Button>
        )}
        {!isOver && (
          <Button size="xs" onClick={() => mutate("step")}>
            Next scene
          </Button>
        )}
      </div>
    </section>
  );
}
