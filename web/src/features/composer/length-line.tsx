import { Popover, UnstyledButton } from "@mantine/core";
import { isVisible } from "../../lib/text/visible";
import classes from "./composer.module.css";
import { type Counter, counterOf } from "./length-labels";
import type { Target } from "./targets/targets";

interface LengthLineProps {
  text: string;
  targets: readonly Target[];
  problem: string | null;
}

/** The line below the field: an error or a hint, and the text length for each platform. */
export function LengthLine({ text, targets, problem }: LengthLineProps) {
  const isEmpty = !isVisible(text);
  return (
    <div className={classes["footer"]}>
      <p className={classes["hint"]} data-problem={problem !== null || undefined} role="status">
        {problem ?? (isEmpty ? "Enter to send, Shift+Enter to send to all platforms" : "")}
      </p>
      {!isEmpty && (
        <ul className={classes["counters"]} aria-label="Length">
          {targets.map((target) => (
            <li key={target.id}>
              <Length counter={counterOf(target, text)} label={target.label} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Length({ counter, label }: { counter: Counter; label: string }) {
  if (counter.parts.length < 2) return counter.label;
  return (
    <Popover position="top-end" width={360} portalProps={{ target: "main" }}>
      <Popover.Target>
        <UnstyledButton className={classes["split"] ?? ""}>{counter.label}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Messages on ${label}`}>
        <ol className={classes["parts"]}>
          {counter.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no ids and a fixed order.
            <li key={index}>{part}</li>
          ))}
        </ol>
      </Popover.Dropdown>
    </Popover>
  );
}
