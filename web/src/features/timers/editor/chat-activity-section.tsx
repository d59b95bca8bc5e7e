import { platformName, usePlatforms } from "../../../api/platforms";
import { formatNumber } from "../../../lib/locale";
import { QuantityField } from "../../../ui/fields/quantity-field";
import { PlatformIcon } from "../../../ui/platform-icon";
import { MAX_CHAT_MESSAGES, progressToMinimum } from "../timer-labels";
import type { Timer, TimerLines } from "../timers";
import type { FormProps } from "./draft";
import classes from "./timer-editor.module.css";

/** Field for the minimum of chat messages before a run; a bar per connection shows the messages since the last run. */
export function ChatActivitySection({ form, timer }: { form: FormProps; timer: Timer | null }) {
  const { draft, change, errorOf, isLocked } = form;
  return (
    <section aria-labelledby="timer-chat">
      <h3 id="timer-chat">Chat activity</h3>
      <p className={classes["about"]}>Counted per platform since the last run, without bots.</p>
      <div className={classes["grid"]}>
        <QuantityField
          label="Minimum chat messages"
          unit="messages"
          unitName="messages"
          max={MAX_CHAT_MESSAGES}
          value={draft.min_chat_messages}
          error={errorOf("min_chat_messages")}
          isLocked={isLocked}
          onChange={(min_chat_messages) => change({ min_chat_messages })}
        />
      </div>
      {timer && <Bars lines={timer.chat_messages} minimum={draft.min_chat_messages} />}
    </section>
  );
}

function Bars({ lines, minimum }: { lines: readonly TimerLines[]; minimum: number }) {
  if (lines.length === 0) return null;
  return (
    <ul className={classes["bars"]} aria-label="Chat messages since the last run">
      {lines.map((each) => (
        <Bar key={each.connection_id} lines={each} minimum={minimum} />
      ))}
    </ul>
  );
}

function Bar({ lines, minimum }: { lines: TimerLines; minimum: number }) {
  const name = platformName(usePlatforms(), lines.provider);
  const isKnown = !Number.isNaN(minimum);
  const isEnough = isKnown && lines.count >= minimum;
  return (
    <li className={classes["bar"]}>
      <PlatformIcon provider={lines.provider} size={14} label={name} />
      <meter
        className={classes["meter"]}
        aria-label={`Chat messages on ${name}`}
        min={0}
        max={1}
        value={progressToMinimum(lines.count, minimum)}
        data-enough={isEnough || undefined}
      />
      <span className={classes["figure"]}>
        {formatNumber(lines.count)}
        {isKnown && minimum > 0 && ` of ${formatNumber(minimum)}`}
      </span>
    </li>
  );
}
