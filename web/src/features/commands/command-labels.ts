import { formatNumber } from "../../lib/locale";
import { exactDuration } from "../../lib/time/durations";
import { SUBJECTS } from "../../session/access/subjects";

export const MAY_NOT_MANAGE = SUBJECTS.commands.mayNotManage;

export const MAX_NAME_LENGTH = 50;
export const MAX_NAMES = 15;

const MAX_SHOWN_IN_SECONDS = 1_000;

/** Global cooldown and cooldown per user: "5 / 15 s"; "None" if both are 0. */
export function cooldownLabel(global: number, perUser: number): string {
  if (global === 0 && perUser === 0) return "None";
  if (global < MAX_SHOWN_IN_SECONDS && perUser < MAX_SHOWN_IN_SECONDS) return `${global} / ${perUser} s`;
  return `${exactDuration(global)} / ${exactDuration(perUser)}`;
}

export function usesLabel(count: number): string {
  return count === 1 ? "1 use" : `${formatNumber(count)} uses`;
}
