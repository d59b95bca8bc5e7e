import { useState } from "react";
import { parseDuration } from "../../lib/time/durations";
import { DURATION_PROBLEM } from "../../lib/time/timeout-presets";

export interface ModerationFields {
  reason: string;
  setReason: (reason: string) => void;
  duration: string;
  setDuration: (duration: string) => void;
  /** What is wrong with the duration; null if nothing is, or before `readDuration` is called. */
  durationProblem: string | null;
  /** Seconds of the typed duration; null, with a problem under the field, if it is invalid. */
  readDuration: () => number | null;
  /** What is wrong with the reason; null if nothing is, or before `readReason` is called. */
  reasonProblem: string | null;
  /** The typed reason; null, with a problem under the field, if it is empty. */
  readReason: () => string | null;
  clear: () => void;
}

const REASON_PROBLEM = "Enter a reason: the viewer must confirm it";

/** Typed duration and reason of a time-out, warning or ban. */
export function useModerationFields(): ModerationFields {
  const [reason, setReason] = useState("");
  const [duration, setDuration] = useState("");
  const [isDurationRead, setIsDurationRead] = useState(false);
  const [isReasonRead, setIsReasonRead] = useState(false);
  const seconds = parseDuration(duration.trim());
  return {
    reason,
    setReason,
    duration,
    setDuration,
    durationProblem: isDurationRead && seconds === null ? DURATION_PROBLEM : null,
    readDuration: () => {
      setIsDurationRead(true);
      return seconds;
    },
    reasonProblem: isReasonRead && reason.trim() === "" ? REASON_PROBLEM : null,
    readReason: () => {
      setIsReasonRead(true);
      return reason.trim() || null;
    },
    clear: () => {
      setReason("");
      setDuration("");
      setIsDurationRead(false);
      setIsReasonRead(false);
    },
  };
}
