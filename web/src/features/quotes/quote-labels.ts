import { clockDuration, mediumDate } from "../../lib/time/dates";
import type { Quote } from "./quotes";

export const MAX_TEXT_LENGTH = 1_000;
export const MAX_NAME_LENGTH = 100;

const MAX_SHORT_LENGTH = 40;

/** "#12" */
export function numberLabel({ number }: Pick<Quote, "number">): string {
  return `#${number}`;
}

/** The date, and the time since the start of the stream if known. */
export function dateLabels({ said_at, stream_offset_seconds: offset }: Quote): { day: string; time: string | null } {
  return { day: mediumDate(said_at), time: offset === null ? null : `at ${clockDuration(offset)}` };
}

/** The quote shortened for a dialog. */
export function shortText(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_SHORT_LENGTH ? text : `${characters.slice(0, MAX_SHORT_LENGTH).join("").trimEnd()}…`;
}
