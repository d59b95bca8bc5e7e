import { formatNumber } from "../../lib/locale";
import { exactDuration } from "../../lib/time/durations";
import { levelLabel } from "../../ui/chat/role-labels";

// Above every role: no viewer is exempt from the filter.
const NO_LEVEL = 1000;

type Write = (value: number) => string;

const points: Write = (value) => (value === 1 ? "1 point" : `${formatNumber(value)} points`);
const percent: Write = (value) => `${formatNumber(value)} %`;
const pixels: Write = (value) => `${formatNumber(value)} px`;

/** Units at the end of a field's name, which its label leaves out. */
const ENDINGS: readonly [ending: string, write: Write][] = [
  ["_seconds", exactDuration],
  ["_minutes", (value) => exactDuration(value * 60)],
  ["_days", (value) => (value === 1 ? "1 day" : `${formatNumber(value)} days`)],
  ["_percent", percent],
];

/** Units of fields whose names do not contain them, by the whole name or its last words. */
const NAMES: readonly [name: RegExp, write: Write][] = [
  [/(^|[._])(cooldown|seconds|answer_within|seconds_per_\w+)$/, exactDuration],
  [/(^|[._])(percent|volume|win_chance|target_return)$/, percent],
  [/(^|[._])text_size$/, pixels],
  [/(^|[._])(cost|min_bet|max_bet)$/, points],
  [/^per_(100_bits|follow|message|minute|sub)$/, points],
  [/(^|[._])level$/, (value) => levelLabel(value) ?? (value === NO_LEVEL ? "No one" : formatNumber(value))],
];

/** "cooldown_seconds" is "cooldown". */
export function withoutUnit(field: string): string {
  const ending = ENDINGS.find(([unit]) => field.endsWith(unit) && field !== unit.slice(1))?.[0] ?? "";
  return field.slice(0, field.length - ending.length);
}

/** "5 s", "20 %", "50 points", "Editor"; just the number where there is no unit. */
export function numberLabel(field: string, value: number): string {
  const write =
    ENDINGS.find(([ending]) => field.endsWith(ending))?.[1] ?? NAMES.find(([name]) => name.test(field))?.[1];
  return write ? write(value) : formatNumber(value);
}
