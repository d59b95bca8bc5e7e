import { useQuery } from "@tanstack/react-query";
import { platformName, usePlatforms } from "../../api/platforms";
import { PlatformIcon } from "../../ui/platform-icon";
import { SecondsField } from "../../ui/seconds-field";
import type { Editing } from "./editing";
import classes from "./editor-parts.module.css";
import type { TimerLines } from "./timer-types";
import { MOST_CHAT_MESSAGES, share } from "./timer-words";
import { timerQuery } from "./timers.queries";

// A busy chat would tell of itself hundreds of times a second; the bars need it once in a while.
const LOOK_MS = 2_000;

/** How awake a chat must be, and how awake it is. */
export function ChatSection({ editing, timerId }: { editing: Editing; timerId: string | null }) {
  const { draft, change, errorOf, isLocked } = editing;
  return (
    <section aria-labelledby="timer-chat">
      <h3 id="timer-chat">Only while people talk</h3>
      <p className={classes["about"]}>
        Each platform counts for itself, from when the timer last spoke there. Bots do not count.
      </p>
      <div className={classes["grid"]}>
        <SecondsField
          label="At least"
          unit="chat messages"
          unitName="chat messages"
          most={MOST_CHAT_MESSAGES}
          value={draft.min_chat_messages}
          error={errorOf("min_chat_messages")}
          isLocked={isLocked}
          onChange={(min_chat_messages) => change({ min_chat_messages })}
        />
      </div>
      {timerId !== null && <Bars channelId={editing.channelId} timerId={timerId} minimum={draft.min_chat_messages} />}
    </section>
  );
}

interface BarsProps {
  channelId: string;
  timerId: string;
  minimum: number;
}

function Bars({ channelId, timerId, minimum }: BarsProps) {
  const query = timerQuery(channelId, timerId);
  const { data } = useQuery({
    ...query,
    select: ({ chat_messages }) => chat_messages,
    // A server that does not answer is not asked again by a bar: the next news of the timers brings it back.
    refetchInterval: ({ state }) => state.status === "success" && LOOK_MS,
  });
  if (!data || data.length === 0) return null;
  return (
    <ul className={classes["bars"]} aria-label="Chat messages since it last spoke">
      {data.map((lines) => (
        <Bar key={lines.connection_id} lines={lines} minimum={minimum} />
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
        value={share(lines.count, minimum)}
        data-enough={isEnough || undefined}
      />
      <span className={classes["figure"]}>
        {lines.count.toLocaleString("en-GB")}
        {isKnown && minimum > 0 && ` of ${minimum.toLocaleString("en-GB")}`}
      </span>
    </li>
  );
}
