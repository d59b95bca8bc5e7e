import { formatNumber } from "../../lib/locale";
export function formatCount(value: number): string {
  return formatNumber(value);
}

/** "0.5 %"; a small share is never shown as 0 %. */
export function formatShare(part: number, all: number): string {
  if (part === 0 || all === 0) return "0 %";
  const percent = (100 * part) / all;
  if (percent < 0.1) return "under 0.1 %";
  return `${percent >= 10 ? Math.round(percent) : Math.round(percent * 10) / 10} %`;
}
