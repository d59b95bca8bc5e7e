import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { messageOf } from "../../../api/errors";
import { pointNumber } from "../../../session/points/points";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import { TextDrop } from "../../../ui/fields/text-drop";
import classes from "./balance-import.module.css";
import { type BalanceRow, type BalancesFile, useImportBalances, useReviewBalances } from "./balance-import.queries";

const MAX_CONTENT_LENGTH = 4_000_000;
const SOURCES = [
  { value: "streamelements", label: "StreamElements" },
  { value: "streamlabs", label: "Streamlabs" },
  { value: "tbot", label: "tbot" },
];
const PLATFORMS = [
  { value: "twitch", label: "Twitch" },
  { value: "youtube", label: "YouTube" },
  { value: "kick", label: "Kick" },
  { value: "tiktok", label: "TikTok" },
];
const STATES: Record<BalanceRow["state"], string> = {
  known: "Imported now",
  unknown: "Kept until they write",
  imported: "Imported before",
  bad: "Left out",
};
const EMPTY: BalancesFile = { source: "streamelements", provider: "twitch", content: "" };

interface BalanceImportDialogProps {
  channelId: string;
  onClose: () => void;
}

/** Imports balances from another bot: an export is pasted or dropped, reviewed, and imported. */
export function BalanceImportDialog({ channelId, onClose }: BalanceImportDialogProps) {
  const [file, setFile] = useState(EMPTY);
  const review = useReviewBalances(channelId);
  const imported = useImportBalances(channelId);
  const change = (changed: Partial<BalancesFile>) => {
    setFile({ ...file, ...changed });
    review.reset();
  };
  return (
    <Dialog opened onClose={onClose} title="Import balances" size={560}>
      {imported.data ? (
        <Result {...imported.data} onClose={onClose} />
      ) : (
        <div className="column gap-12">
          <SourceFields file={file} onChange={change} />
          <TextDrop
            label="Export with names and points"
            placeholder="Paste JSON or CSV here, or drop a file."
            accept=".json,.csv,.txt,text/plain,application/json"
            limit={MAX_CONTENT_LENGTH}
            value={file.content}
            error={review.error ? messageOf(review.error) : undefined}
            onChange={(content) => change({ content })}
          />
          {!review.data && (
            <BusyButton
              variant="filled"
              isBusy={review.isPending}
              isDisabled={file.content.trim() === ""}
              onClick={() => review.mutate(file)}
            >
              Review
            </BusyButton>
          )}
          {review.data && <Review review={review.data} />}
          {imported.error && <p role="alert">{messageOf(imported.error)}</p>}
          {review.data && (
            <BusyButton
              variant="filled"
              isBusy={imported.isPending}
              isDisabled={review.data.known + review.data.unknown === 0}
              onClick={() => imported.mutate(file)}
            >
              {`Import ${pointNumber(review.data.known + review.data.unknown)} balances`}
            </BusyButton>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface SourceFieldsProps {
  file: BalancesFile;
  onChange: (changed: Partial<BalancesFile>) => void;
}

function SourceFields({ file, onChange }: SourceFieldsProps) {
  return (
    <div className={classes["sources"]}>
      <NativeSelect
        label="From"
        data={SOURCES}
        value={file.source}
        onChange={(event) => onChange({ source: event.currentTarget.value as BalancesFile["source"] })}
      />
      <NativeSelect
        label="Names are usernames on"
        data={PLATFORMS}
        value={file.provider}
        onChange={(event) => onChange({ provider: event.currentTarget.value as BalancesFile["provider"] })}
      />
    </div>
  );
}

function Review({ review }: { review: NonNullable<ReturnType<typeof useReviewBalances>["data"]> }) {
  const hiddenRows = review.known + review.unknown + review.imported + review.bad - review.rows.length;
  return (
    <>
      <p role="status">
        {pointNumber(review.points)} points: {pointNumber(review.known)}{" "}
        {review.known === 1 ? "viewer gets" : "viewers get"} theirs now, {pointNumber(review.unknown)}{" "}
        {review.unknown === 1 ? "name waits" : "names wait"} for the first message.
        {review.imported > 0 && ` ${pointNumber(review.imported)} were imported before.`}
        {review.bad > 0 && ` ${pointNumber(review.bad)} rows are left out.`}
      </p>
      {!review.are_names_unique && (
        <p className={classes["more"]}>
          Names on this platform are not unique: the points go to the only viewer of a name who has written here. Rows
          with a channel ID instead of a name are exact.
        </p>
      )}
      <table className={classes["rows"]}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Name</th>
            <th scope="col">Points</th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {review.rows.map((row) => (
            <tr key={row.position} data-state={row.state}>
              <td>{row.position}</td>
              <td>
                <bdi>{row.name || "–"}</bdi>
              </td>
              <td>{row.points === null ? "–" : pointNumber(row.points)}</td>
              <td>{row.problem ? `${STATES.bad}: ${row.problem}` : STATES[row.state]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hiddenRows > 0 && <p className={classes["more"]}>And {pointNumber(hiddenRows)} more rows.</p>}
    </>
  );
}

interface ResultProps {
  added: number;
  waiting: number;
  skipped: number;
  bad: number;
  onClose: () => void;
}

function Result({ added, waiting, skipped, bad, onClose }: ResultProps) {
  const words = [`${pointNumber(added)} imported`, `${pointNumber(waiting)} wait for their viewer`];
  if (skipped > 0) words.push(`${pointNumber(skipped)} imported before`);
  if (bad > 0) words.push(`${pointNumber(bad)} left out`);
  return (
    <>
      <p role="status">{words.join(", ")}</p>
      <Button mt={16} autoFocus onClick={onClose}>
        Done
      </Button>
    </>
  );
}
