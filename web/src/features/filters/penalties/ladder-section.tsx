import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { moveItem } from "../../../lib/move-item";
import { longDuration } from "../../../lib/time/durations";
import { WholeField } from "../../../ui/fields/typed-field";
import { EditorSection } from "../editor/editor-section";
import type { FormProps } from "../editor/form-props";
import { MAX_STEPS, nextStep } from "./ladder";
import classes from "./ladder.module.css";
import { LadderStep } from "./ladder-step";

/** Fields for the penalties of a viewer's first offence, the second, and so on. */
export function LadderSection({ draft, change, errorOf, isLocked }: FormProps) {
  const { ladder, strike_seconds: strikeSeconds } = draft;
  const about = Number.isNaN(strikeSeconds) ? undefined : `Strikes reset after ${longDuration(strikeSeconds)}.`;
  const [open, setOpen] = useState<number | null>(null);
  const setLadder = (next: typeof ladder) => change({ ladder: next });
  // A moved step stays open.
  const move = (from: number, to: number) => {
    setLadder([...moveItem(ladder, from, to)]);
    setOpen(to);
  };
  const add = () => {
    setLadder([...ladder, nextStep(ladder)]);
    setOpen(ladder.length);
  };
  return (
    <EditorSection title="Penalties" about={about}>
      <ol className="column plain-list">
        {ladder.map((step, index) => (
          <LadderStep
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id and two may be equal
            key={index}
            index={index}
            count={ladder.length}
            step={step}
            error={
              errorOf(`ladder.${index}.seconds`) ?? errorOf(`ladder.${index}.action`) ?? errorOf(`ladder.${index}`)
            }
            isLocked={isLocked}
            isOpen={open === index}
            onToggle={() => setOpen(open === index ? null : index)}
            onChange={(next) => setLadder(ladder.with(index, next))}
            onRemove={() => {
              setLadder(ladder.toSpliced(index, 1));
              setOpen(null);
            }}
            onMove={(by) => move(index, index + by)}
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
          disabled={ladder.length >= MAX_STEPS}
          onClick={add}
        >
          Add penalty
        </Button>
      )}
      <div className={classes["strikes"]}>
        <WholeField
          label="Reset strikes after"
          unit="seconds"
          value={strikeSeconds}
          error={errorOf("strike_seconds")}
          isLocked={isLocked}
          onChange={(value) => change({ strike_seconds: value })}
        />
      </div>
    </EditorSection>
  );
}
