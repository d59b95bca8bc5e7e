import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { durationWords } from "../../../lib/time/durations";
import { Section } from "../editor/editor-section";
import type { Editing } from "../editor/form-props";
import { NumberField } from "../editor/number-field";
import { LADDER_LIMIT, moveStep, nextStep } from "./ladder";
import classes from "./ladder.module.css";
import { LadderStep } from "./ladder-step";

/** What happens to the first offence, the second, and so on. */
export function LadderSection({ draft, change, errorOf, isLocked }: Editing) {
  const { ladder, strike_seconds: strikeSeconds } = draft;
  const about = Number.isNaN(strikeSeconds)
    ? undefined
    : `Strikes are forgotten after ${durationWords(strikeSeconds)}.`;
  const [open, setOpen] = useState<number | null>(null);
  const setLadder = (next: typeof ladder) => change({ ladder: next });
  // The step that is being looked at stays open wherever it goes.
  const move = (from: number, to: number) => {
    setLadder(moveStep(ladder, from, to));
    setOpen(to);
  };
  const add = () => {
    setLadder([...ladder, nextStep(ladder)]);
    setOpen(ladder.length);
  };
  return (
    <Section title="What happens" about={about}>
      <ol className={classes["steps"]}>
        {ladder.map((step, place) => (
          <LadderStep
            // A step has no name but its place: two of them may be equal.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a step
            key={place}
            place={place}
            count={ladder.length}
            step={step}
            error={
              errorOf(`ladder.${place}.seconds`) ?? errorOf(`ladder.${place}.action`) ?? errorOf(`ladder.${place}`)
            }
            isLocked={isLocked}
            isOpen={open === place}
            onToggle={() => setOpen(open === place ? null : place)}
            onChange={(next) => setLadder(ladder.with(place, next))}
            onRemove={() => {
              setLadder(ladder.toSpliced(place, 1));
              setOpen(null);
            }}
            onMove={(by) => move(place, place + by)}
          />
        ))}
      </ol>
      {errorOf("ladder") && <p className={classes["problem"]}>{errorOf("ladder")}</p>}
      {!isLocked && (
        <Button
          className={classes["add"] ?? ""}
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} />}
          disabled={ladder.length >= LADDER_LIMIT}
          onClick={add}
        >
          Add a step
        </Button>
      )}
      <NumberField
        label="Forget strikes after"
        unit="seconds"
        value={strikeSeconds}
        error={errorOf("strike_seconds")}
        isLocked={isLocked}
        onChange={(value) => change({ strike_seconds: value })}
      />
    </Section>
  );
}
