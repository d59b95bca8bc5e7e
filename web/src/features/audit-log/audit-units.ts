import { formatNumber } from "../../lib/locale";
import { exactDuration } from "../../lib/time/durations";
import { levelLabel } from "../../ui/chat/role-labels";

// The exempt level of a filter that exempts no role.
const NO_EXEMPT_LEVEL = 1000;

type Format = (value: number) => string;

const points: Format = (value) => (value === 1 ? "1 point" : `${formatNumber(value)} points`);
const percent: Format = (value) => `${formatNumber(value)} %`;
const pixels: Format = (value) => `${formatNumber(value)} px`;

/** Units at the end of a field's name; the label of the field leaves the unit out. */
const SUFFIX_UNITS: readonly [ending: string, format: Format][] = [
  ["_seconds", exactDuration],
  ["_minutes", (value) => exactDuration(value * 60)],
  ["_days", (value) => (value === 1 ? "1 day" : `${formatNumber(value)} days`)],
  ["_percent", percent],
];

/** Units of other fields, by the whole name or its last words; levels are shown as roles. */
const NAME_UNITS: readonly [name: RegExp, format: Format][] = [
  [/(^|[._])(cooldown|seconds|answer_within|seconds_per_\w+)$/, exactDuration],
  [/(^|[._])(percent|volume|win_chance|target_return)$/, percent],
  [/(^|[._])text_size$/, pixels],
  [/(^|[._])(cost|min_bet|max_bet)$/, points],
  [/^per_(100_bits|follow|message|minute|sub)$/, points],
  [/(^|[._])level$/, (value) => levelLabel(value) ?? (value === NO_EXEMPT_LEVEL ? "No one" : formatNumber(value))],
];

/** The field's name without its unit: "cooldown" for "cooldown_seconds". */
export function withoutUnit(field: string): string {
  const ending = SUFFIX_UNITS.find(([unit]) => field.endsWith(unit) && field !== unit.slice(1))?.[0] ?? "";
  return field.slice(0, field.length - ending.length);
}

/** "5 s", "20 %", "50 points", "Editor"; only the number if the field has no unit. */
export function numberLabel(field: string, value: number): string {
  const format =
    SUFFIX_UNITS.find(([ending]) => field.endsWith(ending))?.[1] ?? NAME_UNITS.find(([name]) => name.test(field))?.[1];
  return format ? format(value) : formatNumber(value);
}
