import { formatNumber, numberFormat, oneDecimal } from "../../lib/locale";

const MICROS = 1_000_000;
const MINUTES_PER_HOUR = 60;
/** Shown where there is no number. */
export const NO_NUMBER = "–";

const dollars = numberFormat({ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" });
const wholeDollars = numberFormat({
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
  maximumFractionDigits: 0,
});
const compact = numberFormat({ notation: "compact", maximumFractionDigits: 1 });

/** Formats a count: "4,812", or a dash for a missing number. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? NO_NUMBER : formatNumber(value);
}

/** Formats a count for an axis: "6k". */
export function shortCount(value: number): string {
  return compact(value).toLowerCase();
}

/** Formats minutes as hours: "12,790", or "1.5" below ten. */
export function hours(minutes: number): string {
  const value = minutes / MINUTES_PER_HOUR;
  return value < 10 ? formatNumber(value, { maximumFractionDigits: 1 }) : count(Math.round(value));
}

/** Formats millionths of a dollar: "$12.50", without cents from $1,000. */
export function money(micros: number): string {
  const value = micros / MICROS;
  return (value < 1000 ? dollars : wholeDollars)(value);
}

/** Formats milliseconds as "0.7 s", or a dash for a missing number. */
export function lag(milliseconds: number | null): string {
  return milliseconds === null ? NO_NUMBER : `${oneDecimal(milliseconds / 1000)} s`;
}

/** Formats minutes since the start of the stream: "2:30". */
export function streamTime(minutes: number): string {
  return `${Math.floor(minutes / MINUTES_PER_HOUR)}:${String(minutes % MINUTES_PER_HOUR).padStart(2, "0")}`;
}

/** Change in whole per cent; null if a number is missing or the earlier number is zero. */
export function change(value: number | null, before: number | null | undefined): number | null {
  return value === null || !before ? null : Math.round(((value - before) / before) * 100);
}
