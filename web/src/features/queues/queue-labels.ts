import { formatNumber } from "../../lib/locale";
import { SUBJECTS } from "../../session/access/subjects";
import type { Entry, EntryState, Queue } from "./queue-types";

export const MAY_NOT_MANAGE = SUBJECTS.queues.mayNotManage;

export const MAX_NAME_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 200;
export const MAX_LABEL_LENGTH = 40;
export const MAX_CALL_MESSAGE_LENGTH = 500;
export const MAX_GAME_NAME_LENGTH = 100;
export const MAX_NOTE_LENGTH = 200;
export const MAX_SIZE = 5_000;
export const MAX_GROUP_SIZE = 100;
export const MAX_PER_VIEWER = 10;
export const MAX_REJOIN_MINUTES = 10_080;
export const MAX_ANSWER_SECONDS = 3_600;
export const MAX_COST = 999_999;

export const STATE_LABELS: Record<EntryState, string> = {
  waiting: "waiting",
  called: "called",
  playing: "playing",
  done: "done",
  skipped: "skipped",
  no_show: "no show",
};

/** How often the viewer has played: "New", "4 ×". */
export function playedLabel({ played }: Pick<Entry, "played">): string {
  return played === 0 ? "New" : `${played} ×`;
}

/** How often the viewer has played, in words: "first time here", "played 4 ×". */
export function playedBefore({ played }: Pick<Entry, "played">): string {
  return played === 0 ? "first time here" : `played ${played} ×`;
}

/** State of a turn: "waiting", "done, round 5", "no show". */
export function resultLabel({ state, round }: Pick<Entry, "state" | "round">): string {
  return state === "done" && round !== null ? `done, round ${round}` : STATE_LABELS[state];
}

/** Number of waiting viewers: "11 of 30 places", or "11 waiting" without a limit. */
export function sizeLabel({ counts, max_size }: Pick<Queue, "counts" | "max_size">): string {
  return max_size === 0 ? `${counts.waiting} waiting` : `${counts.waiting} of ${max_size} places`;
}

/** Description and non-default settings: "Subscribers first · 3 a round"; "First come, first served" without any. */
export function summaryOf(queue: Queue): string {
  const facts = [
    queue.description,
    queue.subs_first && "Subscribers first",
    queue.group_size > 1 && `${queue.group_size} a round`,
    queue.cost > 0 && `costs ${formatNumber(queue.cost)}`,
  ];
  return facts.filter(Boolean).join(" · ") || "First come, first served";
}

/** "Next", or "Next 3" if the button calls three viewers; never more than are waiting. */
export function nextLabel({ group_size, counts }: Pick<Queue, "group_size" | "counts">): string {
  const count = Math.max(1, Math.min(group_size, counts.waiting));
  return count === 1 ? "Next" : `Next ${count}`;
}
