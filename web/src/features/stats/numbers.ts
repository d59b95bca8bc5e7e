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

/** "4,812", or a dash. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? NO_NUMBER : formatNumber(value);
}

/** "6k", for axes. */
export function shortCount(value: number): string {
  return compact(value).toLowerCase();
}

/** Watched minutes in hours: "12,790", with one digit below ten. */
export function hours(minutes: number): string {
  const value = minutes / MINUTES_PER_HOUR;
  return value < 10 ? formatNumber(value, { maximumFractionDigits: 1 }) : count(Math.round(value));
}

/** Millionths of a dollar: "$12.50", without cents from a thousand. */
export function money(micros: number): string {
  const value = micros / MICROS;
  return (value < 1000 ? dollars : wholeDollars)(value);
}

/** "0.7 s", or a dash. */
export function lag(milliseconds: number | null): string {
  return milliseconds === null ? NO_NUMBER : `${oneDecimal(milliseconds / 1000)} s`;
}

/** Minutes since the start: "2:30". */
export function streamTime(minutes: number): string {
  return `${Math.floor(minutes / MINUTES_PER_HOUR)}:${String(minutes % MINUTES_PER_HOUR).padStart(2, "0")}`;
}

/** Change in whole per cent; null where there is nothing to compare with. */
export function change(value: number | null, before: number | null | undefined): number | null {
  return value === null || !before ? null : Math.round(((value - before) / before) * 100);
}
