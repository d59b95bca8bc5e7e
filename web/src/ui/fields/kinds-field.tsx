import { Input } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useId } from "react";
import { KIND_LABELS, type ActivityKind as Kind } from "../event-labels";
import classes from "./fields.module.css";

// Cast: `Object.keys` returns strings.
const ALL = Object.keys(KIND_LABELS) as Kind[];

interface KindsFieldProps {
  label: string;
  about?: string | undefined;
  /** Empty means all kinds. */
  value: readonly string[];
  onChange: (kinds: string[]) => void;
  error?: string | undefined;
  isLocked: boolean;
}

/** Chips that choose kinds of activities; none chosen means all. */
export function KindsField({ label, about, value, onChange, error, isLocked }: KindsFieldProps) {
  const id = useId();
  const toggle = (kind: Kind) => {
    const next = value.includes(kind) ? value.filter((one) => one !== kind) : [...value, kind];
    onChange(next.length === ALL.length ? [] : ALL.filter((one) => next.includes(one)));
  };
  return (
    <div>
      <span id={id} className="medium fw-500 block mb-4">
        {label}
        {value.length === 0 && <span className="muted fw-400 ml-8">All</span>}
      </span>
      <fieldset className="m-0 p-0 gap-6 b-0 wrap flex" aria-labelledby={id}>
        {ALL.map((kind) => {
          const isOn = value.includes(kind);
          return (
            <button
              key={kind}
              type="button"
              className={classes["chip"]}
              aria-pressed={isOn}
              disabled={isLocked}
              onClick={() => toggle(kind)}
            >
              {isOn && <IconCheck size={13} aria-hidden="true" />}
              {KIND_LABELS[kind]}
            </button>
          );
        })}
      </fieldset>
      {about && <span className="small muted block">{about}</span>}
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  );
}
