import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../api/errors";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { formatDollars, parseDollars } from "./dollars";
import { useSaveValues, useValues, type Values } from "./values.queries";
import classes from "./values-dialog.module.css";

/** Labels of coins and subs, which the dialog lists before the currencies. */
const UNITS: Readonly<Record<string, string>> = {
  BITS: "1 Bit",
  KICKS: "1 Kick",
  DIAMONDS: "1 diamond",
  JEWELS: "1 Jewel",
  sub_1: "Tier 1 sub, a month",
  sub_2: "Tier 2 sub, a month",
  sub_3: "Tier 3 sub, a month",
  membership: "Membership, a month",
};

const currencyNames = new Intl.DisplayNames("en", { type: "currency" });

const labelOf = (key: string) => UNITS[key] ?? `1 ${currencyNames.of(key) ?? key} (${key})`;

interface ValuesDialogProps {
  channelId: string;
  onClose: () => void;
}

/** Dialog with the value in US dollars of each currency, coin and sub. */
export function ValuesDialog({ channelId, onClose }: ValuesDialogProps) {
  const values = useValues(channelId);
  return (
    <Dialog opened onClose={onClose} title="What amounts are worth" size="md">
      {values.data && <ValuesForm channelId={channelId} values={values.data} onClose={onClose} />}
      {!values.data && !values.error && <SkeletonRows count={6} label="Loading values" />}
      {!values.data && values.error && (
        <ErrorPanel isBare error={values.error} onRetry={() => void values.refetch()} isRetrying={values.isFetching} />
      )}
    </Dialog>
  );
}

function ValuesForm({ channelId, values, onClose }: ValuesDialogProps & { values: Values }) {
  const { mutate, isPending, error } = useSaveValues(channelId);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const textOf = (key: string, value: number) => texts[key] ?? formatDollars(value);
  const rows = values.records
    .filter(({ key }) => key !== "USD")
    .sort((one, other) => Number(other.key in UNITS) - Number(one.key in UNITS));
  const read = rows.map(({ key, value, default: standard }) => ({
    key,
    standard,
    text: textOf(key, value),
    micros: parseDollars(textOf(key, value)),
  }));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || read.some(({ micros }) => micros === null)) return;
    const changed = read.flatMap(({ key, micros, standard }) => (micros === standard ? [] : [[key, micros]]));
    mutate(Object.fromEntries(changed), { onSuccess: onClose });
  };
  return (
    <form className="column gap-16" onSubmit={save} noValidate>
      <p className="small muted">
        In US dollars. Limits, goals and stats compare Super Chats, Bits and subs by these values. A change applies to
        what happens from now on; the exchange rates are of {values.rates_of}.
      </p>
      <div className={classes["rows"]}>
        {read.map(({ key, text, micros, standard }) => (
          <TextInput
            key={key}
            label={labelOf(key)}
            leftSection="$"
            inputMode="decimal"
            value={text}
            error={micros === null && "An amount such as 0.01, up to six digits after the point"}
            description={micros !== null && micros !== standard ? `Default: $${formatDollars(standard)}` : undefined}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTexts((all) => ({ ...all, [key]: value }));
            }}
          />
        ))}
      </div>
      {error && <p role="alert">{messageOf(error)}</p>}
      <div className="gap-8 flex justify-end">
        <Button
          variant="subtle"
          onClick={() => setTexts(Object.fromEntries(rows.map((row) => [row.key, formatDollars(row.default)])))}
        >
          Back to defaults
        </Button>
        <BusyButton type="submit" variant="filled" isBusy={isPending}>
          Save
        </BusyButton>
      </div>
    </form>
  );
}
