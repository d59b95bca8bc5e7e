import { exactDuration, MAX_TIMEOUT_SECONDS } from "../../../lib/time/durations";
import { ACTION_LABELS } from "../filter-labels";
import type { Step } from "../filter-types";

export const MAX_STEPS = 10;
export const TIMEOUT_PRESETS = [1, 60, 600, 3_600, 86_400, MAX_TIMEOUT_SECONDS] as const;

/** Default of a new step: harsher than the last, up to a ban. */
export function nextStep(ladder: readonly Step[]): Step {
  const last = ladder.at(-1);
  if (last?.action === "timeout") {
    // The seconds are not a number while their field is empty.
    const longer = TIMEOUT_PRESETS.find((seconds) => seconds > (last.seconds || 0));
    return longer === undefined ? { action: "ban" } : { action: "timeout", seconds: longer };
  }
  return last?.action === "ban" ? { action: "ban" } : { action: "timeout", seconds: 60 };
}

/** The step with another action; only a timeout has a duration. */
export function withAction(step: Step, action: Step["action"]): Step {
  return action === "timeout" ? { action, seconds: step.seconds ?? 60 } : { action };
}

/** "Time out 60 s", "Delete and warn" */
export function stepLabel({ action, seconds }: Step): string {
  return action === "timeout" && seconds ? `${ACTION_LABELS[action]} ${exactDuration(seconds)}` : ACTION_LABELS[action];
}
