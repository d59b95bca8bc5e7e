import type { ChatEvent } from "../../../api/chat";

/** Whether new messages wait for the filters, and how many were shown although the filters failed. */
export interface FilterStatus {
  isHolding: boolean;
  unfilteredCount: number;
}

export const FILTERS_WORK: FilterStatus = { isHolding: false, unfilteredCount: 0 };

/** Messages count as held for this long after a `held` event, which the server repeats every 5 s. */
export const MAX_HOLD_SILENCE_MS = 15_000;

/** The status after the events; the same object if nothing changed. */
export function withFilterEvents(status: FilterStatus, events: readonly ChatEvent[]): FilterStatus {
  let { isHolding, unfilteredCount } = status;
  for (const event of events) {
    if (event.type === "held") isHolding = true;
    else if (event.type === "released") isHolding = false;
    else if (event.type === "unfiltered") unfilteredCount += event.count;
  }
  const isSame = isHolding === status.isHolding && unfilteredCount === status.unfilteredCount;
  return isSame ? status : { isHolding, unfilteredCount };
}
