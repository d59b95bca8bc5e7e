import { NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { BusyButton } from "../buttons/busy-button";
import { Segments } from "../buttons/segments";
import { Dialog } from "../dialogs/dialog";

type Change = "add" | "take" | "set";

export interface AdjustValues {
  change: Change;
  amount: number;
  note: string;
}

interface AdjustDialogProps {
  name: string;
  /** What the points are called. */
  unit: string;
  isSaving: boolean;
  error: string | undefined;
  onSave: (values: AdjustValues) => void;
  onClose: () => void;
}

const CHANGES = [
  { value: "add", label: "Add" },
  { value: "take", label: "Take" },
  { value: "set", label: "Set to" },
] as const;
const MAX_NOTE_LENGTH = 200;

/** Changes a viewer's points by hand; the history of the points shows the reason. */
export function AdjustDialog({ name, unit, isSaving, error, onSave, onClose }: AdjustDialogProps) {
  const [change, setChange] = useState<Change>("add");
  const [amount, setAmount] = useState<number | string>("");
  const [note, setNote] = useState("");
  const isReady = typeof amount === "number" && note.trim() !== "";
  return (
    <Dialog opened onClose={onClose} title={`Change the points of ${name}`} size={400}>
      <form
        className="column gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onSave({ change, amount, note: note.trim() });
        }}
      >
        <Segments label="Change" value={change} options={CHANGES} onChange={setChange} isFull />
        <NumberInput
          label={`Amount of ${unit}`}
          value={amount}
          onChange={setAmount}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          hideControls
          data-autofocus
        />
        <TextInput
          label="Reason"
          description="Shown in the viewer's history."
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {error && <p role="alert">{error}</p>}
        <BusyButton type="submit" variant="filled" isBusy={isSaving} isDisabled={!isReady} onClick={() => undefined}>
          Save
        </BusyButton>
      </form>
    </Dialog>
  );
}
