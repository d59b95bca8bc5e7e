import { formatNumber } from "../../lib/locale";
import { type Fraction, toNumber } from "./odds/fraction";

/** A chance below this is shown as "practically never". */
const MIN_SHOWN_CHANCE = 1e-9;

export function formatCount(value: number): string {
  return formatNumber(value).replace("-", "−");
}

/** "+1,200", "−41,600" or "0" */
export function signedCount(value: number): string {
  return value > 0 ? `+${formatCount(value)}` : formatCount(value);
}

/** "45.00 %", or "0.000800 %" below 0.01 %; a share other than 0 and 1 is never shown as 0 % or 100 %. */
export function percent(share: Fraction): string {
  const value = toNumber(share) * 100;
  const { top, bottom } = share;
  const digits = value > 0 && value < 0.01 ? 6 : 2;
  const step = 10 ** -digits;
  if (top > 0n && value < step) return `< ${fixedDigits(step, digits)} %`;
  if (top < bottom && value > 100 - step) return `> ${fixedDigits(100 - step, digits)} %`;
  return `${fixedDigits(value, digits)} %`;
}

/** The number with exactly this many decimals: "0.990" with 3. */
export function fixedDigits(value: number, digits: number): string {
  return formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
}

/** A chance from 0 to 1: "1 in 39, 2.55 %", or "92.2 %" above one half. */
export function oneIn(chance: number): string {
  if (chance < MIN_SHOWN_CHANCE) return "practically never";
  const share = formatNumber(chance * 100, { maximumSignificantDigits: 3 });
  return chance > 0.5 ? `${share} %` : `1 in ${formatCount(Math.round(1 / chance))}, ${share} %`;
}
