import { Input } from "@mantine/core";
import { useId } from "react";
import { eventLabel } from "../../../ui/event-labels";
import type { EventName } from "../webhook-types";
import classes from "../webhooks.module.css";
import { EVENT_GROUPS, type EventGroup, withEvents } from "./draft";

interface EventsFieldProps {
  events: readonly EventName[];
  onChange: (events: EventName[]) => void;
  error: string | undefined;
}

/** Checkboxes for the events that the webhook is called for, in groups. */
export function EventsField({ events, onChange, error }: EventsFieldProps) {
  const errorId = useId();
  return (
    <div className="column gap-12">
      {EVENT_GROUPS.map((group) => (
        <GroupBoxes
          key={group.label}
          group={group}
          events={events}
          onChange={onChange}
          error={error}
          errorId={errorId}
        />
      ))}
      {error && <Input.Error id={errorId}>{error}</Input.Error>}
    </div>
  );
}

interface GroupBoxesProps extends EventsFieldProps {
  group: EventGroup;
  errorId: string;
}

function GroupBoxes({ group: { label, events: all }, events, onChange, error, errorId }: GroupBoxesProps) {
  const id = useId();
  const box = (name: string, changed: readonly EventName[]) => ({
    label: name,
    isOn: changed.every((event) => events.includes(event)),
    error,
    onChange: (isOn: boolean) => onChange(withEvents(events, changed, isOn)),
  });
  return (
    <fieldset className="m-0 p-0 b-0 miw-0" aria-labelledby={id} aria-describedby={error && errorId}>
      <div className="row medium gap-12 fw-500 between mih-28">
        <span id={id}>{label}</span>
        {all.length > 1 && <EventBox {...box("Select all", all)} name={`Select all: ${label}`} />}
      </div>
      <div className={classes["boxes"]} data-single={all.length === 1 || undefined}>
        {all.map((event) => (
          <EventBox key={event} {...box(eventLabel(event), [event])} />
        ))}
      </div>
    </fieldset>
  );
}

interface EventBoxProps {
  label: string;
  /** Accessible name, if it differs from the label. */
  name?: string;
  isOn: boolean;
  error: string | undefined;
  onChange: (isOn: boolean) => void;
}

function EventBox({ label, name, isOn, error, onChange }: EventBoxProps) {
  return (
    <label className={classes["box"]}>
      <input
        type="checkbox"
        className={classes["checkbox"]}
        aria-label={name}
        aria-invalid={error !== undefined || undefined}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
