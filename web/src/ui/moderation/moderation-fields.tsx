import { TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { acceptsReason } from "../../api/capabilities";
import { MAX_REASON_LENGTH } from "../../api/moderation";
import { BusyButton } from "../buttons/busy-button";
import classes from "./moderation-fields.module.css";
import type { ModerationFields } from "./use-moderation-fields";

interface ModerationFieldsProps {
  fields: ModerationFields;
  platform: { provider: string; name: string };
  isBusy: boolean;
  isDisabled?: boolean;
  onTimeOut: (seconds: number) => void;
  /** Left out where the platform has no warnings. */
  onWarn?: ((reason: string) => void) | undefined;
}

/** Fields for the duration of a time-out and for the reason of a time-out, warning or ban. */
export function TimeoutFields(props: ModerationFieldsProps) {
  const { fields, platform, isBusy, isDisabled = false, onTimeOut, onWarn } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const seconds = fields.readDuration();
    if (seconds !== null && !isBusy && !isDisabled) onTimeOut(seconds);
  };
  const warn = () => {
    const reason = fields.readReason();
    if (reason !== null) onWarn?.(reason);
  };
  return (
    <form className="column gap-6" onSubmit={submit} noValidate>
      <div className="gap-6 flex align-flex-start">
        <TextInput
          className={classes["field"] ?? ""}
          classNames={{ input: classes["input"] ?? "" }}
          aria-label="Duration"
          placeholder="90, 10m, 1h, 7d"
          autoComplete="off"
          disabled={isDisabled}
          error={fields.durationProblem}
          value={fields.duration}
          onChange={(event) => fields.setDuration(event.currentTarget.value)}
        />
        <BusyButton type="submit" className={classes["button"] ?? ""} isBusy={isBusy} isDisabled={isDisabled}>
          Time out
        </BusyButton>
      </div>
      {acceptsReason(platform.provider) ? (
        <div className="gap-6 flex align-flex-start">
          <TextInput
            className={classes["field"] ?? ""}
            classNames={{ input: classes["input"] ?? "" }}
            aria-label="Reason (optional)"
            placeholder={`Reason, sent to ${platform.name}`}
            maxLength={MAX_REASON_LENGTH}
            autoComplete="off"
            disabled={isDisabled}
            error={fields.reasonProblem}
            value={fields.reason}
            onChange={(event) => fields.setReason(event.currentTarget.value)}
          />
          {onWarn && (
            <BusyButton className={classes["button"] ?? ""} isBusy={isBusy} isDisabled={isDisabled} onClick={warn}>
              Warn
            </BusyButton>
          )}
        </div>
      ) : (
        <p className="small muted">{platform.name} doesn't support reasons</p>
      )}
    </form>
  );
}
